import { failed, type Refusal } from '@shared/model/refusal'

const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])

/** Whether an error says that the disk, or a person's share of it, is full. */
export function isNoRoom(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if ('code' in one && codes.has(one.code)) return true
  return false
}

/** What a full disk is told as. */
export function noRoom(): Refusal {
  return failed(
    'disk.full',
    'There is no room left on the disk of the data folder. What was recorded until then is kept, sandboxes too.',
    { hint: 'Make room there and go on; `agents diagnostics` shows how much is free.' },
  )
}
