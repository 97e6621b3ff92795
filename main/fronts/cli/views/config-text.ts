import type { ConfigEntry } from '@shared/contract/settings'

/** A value as it is shown; secrets never arrive here in the clear. */
export const valueText = (value: ConfigEntry['value']): string => (value === null ? '(not set)' : String(value))
