import { fs } from './builtin'
import { recoveringLine } from './core-message'

/** Milliseconds between two looks at a starting core. */
const lookMs = 1000
/** Milliseconds for which a core that is recovering may be silent; it says so every few seconds. */
const silentMs = 30_000

export type Recovery = {
  /** What is put right, where the core has said so; null where it has not. */
  readonly what: () => readonly string[] | null
  /** Whether it has been heard of of late. */
  readonly goesOn: () => boolean
}

/** Watches what starting cores print from a place on, and tells once what is being put right. */
export function watchRecovery(logFile: string, from: number, tell: (line: string) => void): Recovery {
  let told: readonly string[] | null = null
  return {
    what: () => told,
    goesOn: () => {
      const lines = fs.readFileSync(logFile).subarray(from).toString().split('\n')
      const what = lines.map(recoveringLine).findLast((found) => found !== undefined)
      if (what === undefined) return false
      if (told === null) tell(`The core first puts right what was interrupted: ${what.join('; ')} …`)
      told = what
      return Date.now() - fs.statSync(logFile).mtimeMs < silentMs
    },
  }
}

/** Waits so long for what a start comes to, and beyond that while the core says that it is recovering. */
export async function awaitStart<T>(
  limit: number,
  within: (milliseconds: number) => Promise<T | undefined>,
  recovery: Pick<Recovery, 'goesOn'>,
): Promise<T | undefined> {
  for (let waited = 0; ; waited += lookMs) {
    const outcome = await within(lookMs)
    if (outcome !== undefined) return outcome
    const goesOn = recovery.goesOn()
    if (waited + lookMs >= limit && !goesOn) return undefined
  }
}
