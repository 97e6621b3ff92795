import { reporters, validationModes, validationPhases } from '@shared/model/validation'
import { actionStates, argTypes } from '@shared/model/action'
import { decisionTypes } from '@shared/model/decision'

/** `text` a string; `word` a string without spaces; `command` a string or a list of strings; `value` a string, number or boolean; `any` is kept as given. */
export type FieldType = 'text' | 'word' | 'flag' | 'integer' | 'value' | 'texts' | 'command' | 'list' | 'any'

/** One key of the action file: what it takes and what it means. Parsing, completion and documentation all read this. */
export type Field = {
  readonly key: string
  /** Another spelling of the same key. */
  readonly alias?: string
  /** What is often written by those who mean this key; it is refused with this one named. */
  readonly oftenWritten?: string
  readonly type: FieldType
  readonly required?: boolean
  readonly values?: readonly string[]
  /** What a number counts, and how much of it there may be. */
  readonly counts?: { readonly unit: string; readonly most: number }
  readonly sentence: string
}

const roleField = (key: string, sentence: string): Field => ({ key, type: 'word', sentence })

const actionFields: readonly Field[] = [
  {
    key: 'name',
    type: 'word',
    required: true,
    sentence: 'Name with its namespace, as in local/fix-bug; a bare name lives in local.',
  },
  { key: 'description', type: 'text', sentence: 'What the action is for, in one sentence.' },
  { key: 'long_description', type: 'text', sentence: 'What the actors should know and do, as long as it needs to be.' },
  {
    key: 'definition_of_done',
    type: 'text',
    required: true,
    sentence: 'What must be true when the work is done; given to the actors in every phase.',
  },
  {
    ...roleField('strategy_actor', 'Makes the strategy; without it, the actor of the setting actor.default.strategy.'),
    oftenWritten: 'actor',
  },
  {
    ...roleField('execution_actor', 'Carries it out; without it, the actor of the setting actor.default.execution.'),
    oftenWritten: 'actor',
  },
  roleField('estimation_actor', 'Estimates the cost; without it, the actor of actor.default.estimation, if any.'),
  roleField('invariant_actor', 'Judges the invariants; without it, the actor of actor.default.invariant, if any.'),
  roleField('review_actor', 'Reviews the changes; without it, the actor of actor.default.review, if any.'),
  {
    key: 'reusable',
    type: 'flag',
    sentence: 'Whether more than one plan may use it (true); false archives it as its first plan is created.',
  },
  {
    key: 'read_only',
    type: 'flag',
    sentence: 'Whether its plans may only read (false); the result of such a plan is a report.',
  },
  {
    key: 'state',
    type: 'word',
    values: actionStates,
    sentence: 'Whether plans may use it: only an available action (the default) can be used.',
  },
  {
    key: 'automation_profile',
    type: 'word',
    sentence: 'What its plans decide without a person; without it, the profile of the project or the global one.',
  },
  {
    key: 'args',
    alias: 'arguments',
    type: 'list',
    sentence: 'What a plan must be told; the form of a new plan is made from it.',
  },
  {
    key: 'invariants',
    type: 'list',
    sentence: 'Rules that must hold throughout: texts, or mappings with parts a machine can check.',
  },
  {
    key: 'validations',
    type: 'list',
    sentence: 'Checks of its plans; the exit status decides.',
  },
  {
    key: 'environment',
    type: 'any',
    sentence: 'Where commands of its plans run; kept with the action, commands run on this machine for now.',
  },
]

const argFields: readonly Field[] = [
  { key: 'name', type: 'word', required: true, sentence: 'Name to give the value by; letters, digits, "_" and "-".' },
  { key: 'type', type: 'word', required: true, values: argTypes, sentence: 'What the value is.' },
  { key: 'required', type: 'flag', sentence: 'Whether a plan must give it (false).' },
  { key: 'default', type: 'value', sentence: 'Value where none is given.' },
  { key: 'description', type: 'text', sentence: 'What to enter, shown beside the field.' },
  { key: 'choices', type: 'texts', sentence: 'The values of an arg of type choice.' },
  { key: 'pattern', type: 'text', sentence: 'A regular expression that the whole value must match.' },
]

const invariantFields: readonly Field[] = [
  { key: 'text', type: 'text', required: true, sentence: 'The rule in words.' },
  { key: 'only_paths', type: 'texts', sentence: 'Globs outside of which nothing may change.' },
  { key: 'never_paths', type: 'texts', sentence: 'Globs inside of which nothing may change.' },
  {
    key: 'command',
    type: 'command',
    sentence: 'A shell line, or a list of arguments; the rule holds where it exits 0.',
  },
  {
    key: 'escalate',
    type: 'any',
    sentence: 'When a person must decide: always, or a mapping with paths and decision_types.',
  },
  {
    key: 'non_overridable',
    type: 'flag',
    sentence: 'Whether no narrower rule and no waiver can set it aside (false).',
  },
]

const escalateFields: readonly Field[] = [
  { key: 'always', type: 'flag', sentence: 'Whether every decision goes to a person.' },
  { key: 'paths', type: 'texts', sentence: 'Globs whose changes go to a person.' },
  { key: 'decision_types', type: 'texts', values: decisionTypes, sentence: 'Kinds of decision that go to a person.' },
]

const validationFields: readonly Field[] = [
  { key: 'name', type: 'word', required: true, sentence: 'Name of the check.' },
  { key: 'command', type: 'command', sentence: 'A line for /bin/sh, or a list of arguments; exit status 0 passes.' },
  { key: 'tool', type: 'word', sentence: 'A tool that checks, in place of a command.' },
  { key: 'description', type: 'text', sentence: 'What it checks.' },
  {
    key: 'mode',
    type: 'word',
    values: validationModes,
    sentence: 'Whether a failure stops the plan (required).',
  },
  {
    key: 'timeout',
    type: 'integer',
    // More milliseconds than this no timer takes.
    counts: { unit: 'seconds', most: 2_147_483 },
    sentence: 'Seconds after which it counts as failed (300).',
  },
  { key: 'phase', type: 'word', values: validationPhases, sentence: 'When it runs (execute).' },
  {
    key: 'parse',
    type: 'word',
    values: reporters,
    sentence: 'A known reporter whose output tells passed and total.',
  },
]

/** Every mapping of an action file by its place; `[]` stands for each item of a list. */
export const actionSchema = {
  '': actionFields,
  'args[]': argFields,
  'invariants[]': invariantFields,
  'invariants[].escalate': escalateFields,
  'validations[]': validationFields,
} as const satisfies Readonly<Record<string, readonly Field[]>>
export type SchemaPlace = keyof typeof actionSchema

const typeWords: Readonly<Record<FieldType, string>> = {
  text: 'text',
  word: 'text',
  flag: 'true or false',
  integer: 'a whole number above 0',
  value: 'text, a number, or true or false',
  texts: 'a list of texts',
  command: 'text or a list of texts',
  list: 'a list',
  any: 'text or a mapping',
}

/** A field's type in words, as messages and the documentation say it. */
export function typeInWords(field: Field): string {
  const { counts } = field
  if (counts) return `a whole number of ${counts.unit} above 0, at most ${counts.most.toLocaleString('en-US')}`
  return field.values && field.type === 'word' ? `one of ${field.values.join(', ')}` : typeWords[field.type]
}

/** What an editor completes: each key with its place, its type in words, its sentence and its values. */
export function completionKeys() {
  const places = Object.entries(actionSchema) as [SchemaPlace, readonly Field[]][]
  return places.flatMap(([path, fields]) =>
    fields.map((field) => ({
      path,
      key: field.key,
      type: typeInWords(field),
      description: field.sentence,
      required: field.required ?? false,
      values: [...(field.values ?? (field.type === 'flag' ? ['true', 'false'] : []))],
    })),
  )
}
