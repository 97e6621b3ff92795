/** What this window remembers for itself: appearance, pane sizes, recent places. Never anything that the core owns. */
const prefix = 'cleveragents.'

export function readPreference<T>(name: string, fallback: T): T {
  try {
    const stored = localStorage.getItem(prefix + name)
    return stored === null ? fallback : (JSON.parse(stored) as T)
  } catch {
    // Storage may be forbidden or hold an older shape; a preference is never worth an error.
    return fallback
  }
}

export function writePreference(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // As above: without storage the preference lasts as long as the window.
  }
}

export function forgetPreference(name: string): void {
  try {
    localStorage.removeItem(prefix + name)
  } catch {
    // As above: where nothing can be stored there is nothing to forget.
  }
}
