import { appendFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../platform/make-folder'

const mostBytes = 1_000_000

export type DesktopLog = (event: string, details?: Readonly<Record<string, unknown>>) => void

/** What happens to the shell itself, one JSON line each; one older file is kept. Never stands in the way of the work. */
export function createDesktopLog(file: string, now: () => number): DesktopLog {
  return (event, details = {}) => {
    try {
      makeFolder(dirname(file))
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > mostBytes) renameSync(file, `${file}.1`)
      appendFileSync(file, `${JSON.stringify({ time: now(), event, ...details })}\n`, { mode: 0o600 })
    } catch {
      // A full disk or a folder that is gone: what could not be logged can be told to nobody.
    }
  }
}
