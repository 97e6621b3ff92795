import { type DestinationStream, pino } from 'pino'
import { Refusal } from '@shared/model/refusal'
import type { Log } from '../../platform/log'
import { maskData } from './mask'
import { openRotatingFile } from './rotating-file'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal'

export type LogOptions = {
  readonly dir: string
  /** Name of the file without its ending; `core` by default. */
  readonly name?: string
  /** How much is written, asked before each line; `info` and above by default. */
  readonly level?: () => LogLevel
  /** Values that stand on every line, such as the kind of core. */
  readonly base?: Readonly<Record<string, string>>
  /** Secrets as they are at present, taken out wherever they stand. */
  readonly secrets?: () => readonly string[]
  readonly maxBytes?: number
  readonly keep?: number
}

export type OpenLog = Log & {
  close(): void
}

/** What is worth keeping of an error: a refusal is its data, a bug its stack and its cause's. */
function errorData(error: unknown): unknown {
  return error instanceof Refusal ? error.data : error
}

/** A log of JSON lines in a file that is capped and rotated; no secret reaches it. */
export function openLog(options: LogOptions): OpenLog {
  const file = openRotatingFile(options.dir, options.name ?? 'core', options.maxBytes ?? 5_242_880, options.keep ?? 3)
  const destination: DestinationStream = { write: (line) => file.write(line) }
  const logger = pino(
    {
      level: 'info',
      base: { pid: process.pid, ...options.base },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (data) => maskData(data, options.secrets?.() ?? []),
      },
    },
    destination,
  )
  const present = () => {
    logger.level = options.level?.() ?? 'info'
    return logger
  }
  return {
    debug: (event, data = {}) => present().debug({ event, ...data }),
    info: (event, data = {}) => present().info({ event, ...data }),
    warn: (event, data = {}) => present().warn({ event, ...data }),
    error: (event, error, data = {}) => present().error({ event, ...data, error: errorData(error) }),
    close: () => file.close(),
  }
}
