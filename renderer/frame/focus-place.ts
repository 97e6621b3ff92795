/** An element that holds the focus, and what would be next to it if it were taken away. */
export type FocusPlace = {
  readonly element: HTMLElement
  /** In its list. */
  readonly next: () => HTMLElement | null
  /** Around it, where it stood in no list or all of that is gone. */
  readonly near: () => HTMLElement | null
}

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

/** So many levels around an element still count as its place; further out everything is in it. */
const levels = 3

/** What an element stands in, the innermost first, as far as that is less than the screen. */
function ancestorsOf(element: HTMLElement): readonly Element[] {
  const found: Element[] = []
  for (let one = element.parentElement; one !== null && one.id !== 'main'; one = one.parentElement) found.push(one)
  // Outside of the screen, as in a dialog, nothing around it stays.
  return found.at(-1)?.parentElement?.id === 'main' ? found.slice(0, levels) : []
}

/** Remembers where an element stands while it does, since one that was taken away no longer tells. */
export function focusPlace(element: HTMLElement): FocusPlace {
  const rows = rowsAround(element)
  const ancestors = ancestorsOf(element)
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
    near: () => {
      const place = ancestors.find((one) => one.isConnected && stopsIn(one).length > 0)
      // The last stop is the one that does least: the menu behind the steps.
      return place ? (stopsIn(place).at(-1) ?? null) : null
    },
  }
}
