import * as z from 'zod'

/** Kinds of argument; a question mark makes one optional. */
type Kind = 'string' | 'string?' | 'integer?' | 'boolean?'
type ValueOf<K extends Kind> = K extends 'string'
  ? string
  : K extends 'string?'
    ? string | undefined
    : K extends 'integer?'
      ? number | undefined
      : boolean | undefined

/** The arguments of each tool, from which come both the schema that models get and the check of what they send. */
export const toolArguments = {
  read_file: { path: 'string', start_line: 'integer?', end_line: 'integer?' },
  list_files: { path: 'string?' },
  search_files: { query: 'string', path: 'string?' },
  git_log: { path: 'string?' },
  write_file: { path: 'string', content: 'string' },
  edit_file: { path: 'string', old: 'string', new: 'string', replace_all: 'boolean?' },
  delete_file: { path: 'string' },
  move_file: { from: 'string', to: 'string' },
  run_command: { command: 'string', cwd: 'string?', timeout_s: 'integer?' },
  git_diff: {},
} as const satisfies Record<string, Record<string, Kind>>

export type ToolName = keyof typeof toolArguments
type Mutable<T> = { -readonly [K in keyof T]: T[K] }
export type ArgumentsOf<N extends ToolName> = Mutable<{
  readonly [K in keyof (typeof toolArguments)[N]]: (typeof toolArguments)[N][K] extends Kind
    ? ValueOf<(typeof toolArguments)[N][K]>
    : never
}>

const descriptions: Readonly<Record<ToolName, string>> = {
  read_file: 'Read a text file, or lines of it.',
  list_files: 'List files below a folder.',
  search_files: 'Search files for a regular expression.',
  git_log: 'Show recent commits.',
  write_file: 'Create or overwrite a file.',
  edit_file: 'Replace text that occurs once in a file.',
  delete_file: 'Delete a file.',
  move_file: 'Move or rename a file.',
  run_command: 'Run a shell command in the sandbox.',
  git_diff: 'Show all changes made so far.',
}

export type ToolSpec = { readonly name: string; readonly description: string; readonly inputSchema: object }

/** What a model is told of a tool: as few bytes as say it, since they go with every request. */
export function specOf(name: ToolName): ToolSpec {
  const kinds: [string, Kind][] = Object.entries(toolArguments[name])
  const required = kinds.filter(([, kind]) => !kind.endsWith('?')).map(([key]) => key)
  const properties = Object.fromEntries(kinds.map(([key, kind]) => [key, { type: kind.replace('?', '') }]))
  const inputSchema = { type: 'object', properties, ...(required.length > 0 && { required }) }
  return { name, description: descriptions[name], inputSchema }
}

const lenient = (schema: z.ZodType, from: (value: unknown) => unknown) =>
  z.preprocess((value) => (value === null ? undefined : from(value)), schema.optional())

const schemas: Readonly<Record<Kind, z.ZodType>> = {
  string: z.string('must be a text'),
  'string?': lenient(z.string('must be a text'), (value) => value),
  // Models send numbers and truth values as text now and then; what they mean is plain.
  'integer?': lenient(z.int('must be a whole number').positive('must be 1 or more'), (value) =>
    typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
  ),
  'boolean?': lenient(z.boolean('must be true or false'), (value) =>
    value === 'true' ? true : value === 'false' ? false : value,
  ),
}

export const isToolName = (name: string): name is ToolName => Object.hasOwn(toolArguments, name)

/** Checks what a model sent; the fault names the argument and what is wrong with it. */
export function parseArguments<N extends ToolName>(name: N, args: unknown): { ok: ArgumentsOf<N> } | { fault: string } {
  const shape = Object.fromEntries(Object.entries<Kind>(toolArguments[name]).map(([key, kind]) => [key, schemas[kind]]))
  const given = args === undefined || args === null ? {} : args
  const parsed = z.object(shape, 'must be an object').safeParse(given)
  if (parsed.success) return { ok: parsed.data as ArgumentsOf<N> }
  const faults = parsed.error.issues.map((issue) => {
    const key = issue.path.join('.')
    const absent = key !== '' && (given as Record<string, unknown>)[key] === undefined
    return key === '' ? 'the arguments must be an object' : `\`${key}\` ${absent ? 'is missing' : issue.message}`
  })
  return { fault: faults.join('; ') }
}

/** Offered to no model: built-in actors write many files through it at once. */
export const internalTool = 'write_files'

const writeFilesSchema = z.object({
  files: z.array(z.object({ resource: z.string(), path: z.string(), content: z.string() })),
})
export type WriteFilesArguments = z.infer<typeof writeFilesSchema>

/** Arguments of the internal tool through which built-in actors write many files at once. */
export function parseWriteFiles(args: unknown): { ok: WriteFilesArguments } | { fault: string } {
  const parsed = writeFilesSchema.safeParse(args)
  return parsed.success ? { ok: parsed.data } : { fault: z.prettifyError(parsed.error) }
}
