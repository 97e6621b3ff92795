import { monotonicFactory } from 'ulid'

/** Makes a new ULID: 26 characters, sortable by creation time, monotonic within a process. */
export type NewId = () => string

export function createIds(): NewId {
  const next = monotonicFactory()
  return () => next()
}
