import type { InboxItem } from '@shared/contract/inbox'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useShortcuts } from '../core/use-shortcuts'
import { notify } from '../ui'
import { nextSelected, type Selected, selectedByHand } from './next-selected'

const route = getRouteApi('/')

/** The selection, and the item of the address that it was last taken from. */
export type Kept = { readonly address: string | undefined; readonly selected: Selected | null }
export const nothingKept: Kept = { address: undefined, selected: null }

/** So long a key may still be meant for what was selected before. */
const reaction = 600

const isSame = (one: Selected | null, other: Selected | null): boolean =>
  one?.id === other?.id && one?.planId === other?.planId && one?.at === other?.at && one?.moved === other?.moved

/** Which item of the list is selected. What is selected by itself is not answered by a key that was meant for another. */
export function useSelected(given: {
  readonly items: readonly InboxItem[]
  /** When the list was told, in milliseconds since 1970. */
  readonly toldAt: number
  readonly kept: Kept
  readonly keep: (kept: Kept) => void
}) {
  const { items, toldAt, kept, keep } = given
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const chosen = search.item === kept.address ? null : selectedByHand(items, search.item)
  const current = nextSelected(items, chosen ?? kept.selected, toldAt)
  useEffect(() => {
    if (search.item !== kept.address || !isSame(current, kept.selected))
      keep({ address: search.item, selected: current })
  })
  const selected = items.find((item) => item.id === current?.id) ?? null
  const select = (item: InboxItem | undefined) => {
    if (item && item.id === search.item) keep({ ...kept, selected: selectedByHand(items, item.id) })
    else if (item) void navigate({ search: { ...search, item: item.id }, replace: true })
  }
  const moved = current?.moved ?? null
  const [settled, settle] = useState<Selected['moved']>(moved)
  useEffect(() => {
    const timer = setTimeout(() => settle(moved), reaction)
    return () => clearTimeout(timer)
  }, [moved])
  const elsewhere = current !== null && moved !== null && moved.from !== current.planId
  const unseen = moved !== null && (elsewhere || settled !== moved)
  const look = (key: string) => () => {
    keep({ ...kept, selected: current && { ...current, moved: null } })
    notify.done('Nothing was answered: this was selected by itself', {
      hint: `“${selected?.title ?? ''}”: press ${key} again to answer it.`,
    })
  }
  const decides = selected?.decision?.waiting === true
  const keys = { a: look('A'), e: elsewhere ? look('E') : undefined, enter: decides ? look('Enter') : undefined }
  useShortcuts(unseen ? keys : {}, { first: true })
  return { selected, select }
}
