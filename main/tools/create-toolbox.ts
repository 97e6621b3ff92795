import type { Phase } from '@shared/model/plan'
import { capText } from './domain/cap-text'
import { createChangeLedger } from './change-ledger'
import { runCommand, showDiff } from './command-tool'
import { listFiles, readFile, searchText, showLog, type Answer } from './read-tools'
import type { ToolResource } from './resource-files'
import { FileFault } from './sandbox-files'
import { systemFault } from './system-fault'
import { namesOf, targetsOf, type NamedPaths } from './targets'
import {
  internalTool,
  isToolName,
  parseArguments,
  parseWriteFiles,
  specOf,
  toolArguments,
  type ToolName,
  type ToolSpec,
} from './tool-arguments'
import { createToolContext, type ToolboxDeps, type ToolContext } from './tool-context'
import { deleteFile, editFile, moveFile, writeFile, writeFiles, type Change } from './write-tools'

export type ToolResult = {
  /** For the model: redacted, capped, head and tail kept. */
  readonly content: string
  /** The tool did not do what was asked, or its command ended with another status than 0. */
  readonly isError: boolean
  /** What was, or after an error may have been, changed; paths are relative to their resource. */
  readonly changed: readonly Change[]
  /** One line for people. */
  readonly title: string
  /** Set by `run_command` alone; null where a signal ended it. */
  readonly exitCode?: number | null
}

export type ToolRunOptions = {
  readonly signal: AbortSignal
  /** Redacted output of a command as it comes, whole lines. */
  readonly onOutput?: (text: string) => void
  readonly onSpawn?: (pid: number) => void
  /** Marks a command's processes, so that one who knows it finds them even where this process is gone. */
  readonly mark?: string
}

export type Toolbox = {
  /** The tools that a model is offered in this phase. */
  readonly specs: readonly ToolSpec[]
  isRead(name: string): boolean
  writes(name: string): boolean
  /** What a call may change, for a checkpoint before it; nothing where its arguments are faulty. */
  targets(name: string, args: unknown): readonly Change[]
  /** The paths that a call names, to read or to change. */
  names(name: string, args: unknown): readonly NamedPaths[]
  /** Throws only where it was aborted, or for a bug; everything else is a result that an actor can read. */
  run(name: string, args: unknown, o: ToolRunOptions): Promise<ToolResult>
  dispose(): void
}

const readTools = [
  'read_file',
  'list_files',
  'search_files',
  'git_log',
  'git_diff',
] as const satisfies readonly ToolName[]
const isRead = (name: string): boolean => (readTools as readonly string[]).includes(name)
const writes = (name: string): boolean => name === internalTool || (isToolName(name) && !isRead(name))

type Done = Answer & {
  readonly changed?: readonly Change[]
  readonly exitCode?: number | null
  readonly failed?: boolean
}
type Perform = { readonly [N in ToolName]: (c: ToolContext, args: never, o: ToolRunOptions) => Promise<Done> }

const performers: Perform = {
  read_file: readFile,
  list_files: (c, args, o) => listFiles(c, args, o.signal),
  search_files: (c, args, o) => searchText(c, args, o.signal),
  git_log: (c, args, o) => showLog(c, args, o.signal),
  git_diff: (c, _, o) => showDiff(c, o.signal),
  write_file: writeFile,
  edit_file: editFile,
  delete_file: deleteFile,
  move_file: moveFile,
  run_command: runCommand,
}

export type CreateToolboxDeps = Omit<ToolboxDeps, 'ledger'> & {
  /** What the plan has changed before; without it the limits of a plan are counted from here on. */
  readonly ledger?: ToolboxDeps['ledger']
}

// Room for the notes that a tool puts around output which it has capped itself.
const slack = 2000

type Rights = { readonly phase: Extract<Phase, 'strategize' | 'execute'>; readonly readOnly: boolean }

const namesFor = (rights: Rights): ToolName[] =>
  (Object.keys(toolArguments) as ToolName[]).filter((name) => isOffered(name, rights))

function isOffered(name: ToolName, { phase, readOnly }: Rights): boolean {
  if (phase === 'strategize') return isRead(name) && name !== 'git_diff'
  return !readOnly || isRead(name)
}

/** Why a tool may not be used now; null where it may. */
function refusalOf(name: string, rights: Rights): string | null {
  if (!isToolName(name) && name !== internalTool)
    return `there is no tool \`${name}\`; there are ${namesFor(rights).join(', ')}`
  if (name === 'git_diff' && rights.phase === 'strategize')
    return 'there is nothing to compare yet: changes are made in Execute'
  if (!writes(name)) return null
  if (rights.phase === 'strategize')
    return `\`${name}\` is refused: Strategize only reads. Record what to change as a decision; Execute makes the change`
  return rights.readOnly ? `\`${name}\` is refused: this plan is read-only, and its result is a report` : null
}

async function perform(
  c: ToolContext,
  name: string,
  args: unknown,
  o: ToolRunOptions,
): Promise<Done | { fault: string }> {
  if (!isToolName(name)) {
    const parsed = parseWriteFiles(args)
    return 'fault' in parsed ? parsed : writeFiles(c, parsed.ok, o.signal)
  }
  const parsed = parseArguments(name, args)
  return 'fault' in parsed ? parsed : performers[name](c, parsed.ok as never, o)
}

function successOf(done: Done, c: ToolContext): ToolResult {
  const isCommand = done.exitCode !== undefined
  return {
    content: capText(c.redact(done.content), c.limits.outputBytes + slack),
    isError: done.failed ?? false,
    changed: done.changed ?? [],
    title: c.redact(done.title),
    ...(isCommand && { exitCode: done.exitCode }),
  }
}

function failureOf(name: string, why: string, changed: readonly Change[], c: ToolContext): ToolResult {
  const said = c.redact(why)
  return { content: `Error: ${said}`, isError: true, changed, title: `${name}: ${said}` }
}

/** The tools of one phase of a plan over its resources. */
export function createToolbox(
  deps: CreateToolboxDeps,
  resources: readonly ToolResource[],
  phase: Rights['phase'],
  readOnly: boolean,
): Toolbox {
  const c = createToolContext({ ...deps, ledger: deps.ledger ?? createChangeLedger() }, resources)
  const rights = { phase, readOnly }
  const targets = (name: string, args: unknown) =>
    refusalOf(name, rights) === null && writes(name) ? targetsOf(c, name, args) : []
  return {
    specs: namesFor(rights).map(specOf),
    isRead,
    writes,
    targets,
    names: (name, args) => namesOf(c, name, args),
    async run(name, args, o) {
      o.signal.throwIfAborted()
      const refused = refusalOf(name, rights)
      if (refused !== null) return failureOf(name, refused, [], c)
      try {
        const done = await perform(c, name, args, o)
        return 'fault' in done ? failureOf(name, done.fault, [], c) : successOf(done, c)
      } catch (error) {
        o.signal.throwIfAborted()
        const why = error instanceof FileFault ? error.message : systemFault(error)
        if (why === null) throw error
        return failureOf(name, why, targets(name, args), c)
      }
    },
    dispose: () => c.dispose(),
  }
}
