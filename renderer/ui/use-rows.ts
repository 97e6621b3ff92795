import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo } from 'react'
import { useRowHeight } from './density'

/**
 * Which of many rows are in sight. The keys are asked for once per list: the virtualizer measures all its rows again
 * whenever it is given another function for them, which for thousands of rows takes most of a frame.
 */
export function useRows<T>(given: {
  readonly items: readonly T[]
  readonly box: RefObject<HTMLDivElement | null>
  readonly keyOf: (item: T) => string
  readonly heightOf: (item: T) => number
  readonly overscan: number
}): Virtualizer<HTMLDivElement, Element> {
  const { items, box, keyOf, heightOf } = given
  const density = useRowHeight()
  const getItemKey = useMemo(
    () => (index: number) => keyOf(items[index] as T),
    // A row's key depends on the row alone, however often the function that reads it is made anew; another density
    // makes the rows of another height.
    // oxlint-disable-next-line react/exhaustive-deps
    [items, density],
  )
  return useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf(items[index] as T),
    overscan: given.overscan,
    getItemKey,
  })
}
