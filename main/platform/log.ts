export type LogData = Readonly<Record<string, unknown>>

/** Tells what happened, for whoever looks for a cause later. `event` is stable and dotted, e.g. `plan.started`; secrets are taken out of the data. */
export type Log = {
  debug(event: string, data?: LogData): void
  info(event: string, data?: LogData): void
  warn(event: string, data?: LogData): void
  error(event: string, error: unknown, data?: LogData): void
}

/** A log that keeps nothing. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
