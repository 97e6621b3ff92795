/** The hard limits of a plan's tools where the configuration names none (domain section 11). */
export const defaultToolLimits = {
  fileBytes: 10_000_000,
  planBytes: 100_000_000,
  planChanges: 1000,
  outputBytes: 32_000,
  commandSeconds: 300,
  commandSecondsMost: 3600,
} as const

/** A number of bytes for people. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  return `${Math.round(bytes / 100_000) / 10} MB`
}
