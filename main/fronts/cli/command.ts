import type { Client } from '@shared/contract'
import type { RefusalData } from '@shared/model/refusal'
import type { Block } from './output/block'
import type { CoreLine } from './connect'
import type { Given } from './given'
import type { Format } from './format'

export type Argument = {
  /** As it is shown and asked for, e.g. `plan`; the help prints it in capitals. */
  readonly name: string
  readonly description: string
  readonly optional?: boolean
  readonly variadic?: boolean
}

export type CommandOption = {
  /** As the help shows it, with its value in angle brackets, e.g. `-d, --description <text>`. */
  readonly flags: string
  readonly description: string
  readonly required?: boolean
  /** May be given several times; `Given.list` answers all of them. */
  readonly repeat?: boolean
  readonly choices?: readonly string[]
}

export type Message = { readonly level: 'info' | 'warn' | 'error'; readonly text: string }
export type ErrorView = Omit<RefusalData, 'kind'>

/** What a command came to: data for programs, blocks and a verdict for people. */
export type Outcome = {
  readonly data: unknown
  readonly status?: 'ok' | 'warn' | 'error'
  readonly exitCode?: number
  readonly error?: ErrorView
  readonly messages?: readonly Message[]
  /** Called only where a person reads. */
  readonly blocks: () => readonly Block[]
  readonly verdict: string
}

/** The person or program at the other end. */
export type Caller = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether a question can be asked and its answer read. */
  readonly interactive: boolean
  /** Shows one line on standard error while a command runs; nothing where a program reads. */
  readonly progress: (line: string) => void
  /** Shows blocks and asks a question that yes or no answers. */
  readonly confirm: (question: string, blocks: readonly Block[]) => Promise<boolean>
  readonly readInput: () => Promise<string>
  /** Tells once that the person pressed Ctrl-C; answers how to stop listening. */
  readonly onInterrupt: (listener: () => void) => () => void
}

export type Call = {
  /** Connects, and starts a core where none lives, at the first call. */
  readonly client: Client
  /** The core that lives now, if any; starts none. */
  readonly liveCore: CoreLine['live']
  /** The entry that runs a core. */
  readonly serverEntry: string
  readonly dataDir: string
  readonly given: Given
  readonly caller: Caller
  readonly format: Format
}

export type Command = {
  readonly arguments?: readonly Argument[]
  readonly options?: readonly CommandOption[]
  readonly examples?: readonly string[]
  readonly run: (call: Call) => Promise<Outcome>
  /** The present form of the entity that a refusal is about: what a program finds in `data` then. */
  readonly present?: (call: Call, refusal: RefusalData) => Promise<unknown>
}
