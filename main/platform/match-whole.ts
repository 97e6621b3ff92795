import { runInNewContext } from 'node:vm'

/** Milliseconds that one match may take; a sound expression takes a thousandth of it. */
const mostMs = 250

/**
 * Whether a regular expression matches the whole of a text; null where it takes too long to tell, as one with nested
 * repetitions can for a short text. Such a match blocks everything else, so it runs where it can be ended.
 */
export function matchWhole(pattern: string, text: string): boolean | null {
  const expression = new RegExp(`^(?:${pattern})$`, 'u')
  try {
    return runInNewContext('expression.test(text)', { expression, text }, { timeout: mostMs }) === true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null
    throw error
  }
}
