import type { Desktop } from '@shared/desktop'

/** What only the desktop offers; undefined in a browser. */
export function desktop(): Desktop | undefined {
  return window.cleveragents
}
