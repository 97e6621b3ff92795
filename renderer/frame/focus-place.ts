/** An element that holds the focus, and what would be next to it if it were taken away. */
export type FocusPlace = { readonly element: HTMLElement; readonly next: () => HTMLElement | null }

const stops = 'a[href], button:not(:disabled), input:not(:disabled), [role="checkbox"], [tabindex="0"]'
const stopsIn = (row: Element): readonly HTMLElement[] => [...row.querySelectorAll<HTMLElement>(stops)]

type Row = { readonly list: Element; readonly around: Element | null; readonly at: number; readonly stop: number }

/**
 * The lists that an element stands in, the innermost first, with its row in each. A row of a long list has no such
 * place: it goes as soon as one scrolls.
 */
function rowsAround(element: HTMLElement): readonly Row[] {
  const rows: Row[] = []
  let row = element.closest('li')
  while (row) {
    const list = row.parentElement
    if (list && !row.hasAttribute('data-index'))
      rows.push({
        list,
        around: list.parentElement,
        at: [...list.children].indexOf(row),
        stop: stopsIn(row).indexOf(element),
      })
    row = list?.closest('li') ?? null
  }
  return rows
}

/** Remembers where an element stands while it does, since one that was taken away no longer tells. */
export function focusPlace(element: HTMLElement): FocusPlace {
  const rows = rowsAround(element)
  return {
    element,
    next: () => {
      for (const { list, at, stop } of rows) {
        if (!list.isConnected) continue
        const row = list.children[Math.min(at, list.children.length - 1)]
        const found = row && stopsIn(row)
        if (found && found.length > 0) return found[stop] ?? found[0] ?? null
      }
      // The list went with its last row: what stands around it, as the button that adds one, is nearest.
      const around = rows.find((row) => row.around?.isConnected && row.around.id !== 'main')?.around
      return around ? (stopsIn(around)[0] ?? null) : null
    },
  }
}
