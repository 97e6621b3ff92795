import { applyModes } from '@shared/model/plan'

export type SettingValue = string | number | boolean

/** One key of the configuration. */
export type Setting = {
  /** `profile`: the name of an automation profile; `url`: an http or https address; `amount`: dollars. */
  readonly type: 'text' | 'integer' | 'amount' | 'choice' | 'url' | 'profile'
  /** Null where nothing is set by default. */
  readonly default: SettingValue | null
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
  readonly sentence: string
  /** Whether a project may have a value of its own. */
  readonly project?: boolean
  /** Set where the value is a secret that is never stored here: how it is given instead. */
  readonly secret?: string
}

const whole = (value: number, min: number, max: number, sentence: string, project = false) =>
  ({ type: 'integer', default: value, min, max, sentence, project }) as const
const role = (word: string) =>
  ({
    type: 'text',
    default: null,
    project: true,
    sentence: `Actor that ${word} where the action names none, as provider/model or the name of an actor.`,
  }) as const
const gib = 1024 ** 3

/** Every key there is, with its type, default, range and sentence; all that reads or shows configuration reads this. */
export const registry = {
  'core.format': {
    type: 'choice',
    default: 'rich',
    choices: ['rich', 'plain', 'json', 'yaml'],
    sentence: 'How the command line prints results.',
  },
  'core.namespace': { type: 'text', default: 'local', sentence: 'Namespace that is proposed for new names.' },
  'core.automation-profile': {
    type: 'profile',
    default: 'supervised',
    project: true,
    sentence: 'What plans decide without a person where neither plan nor action says so.',
  },
  'core.log.level': {
    type: 'choice',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'fatal'],
    sentence: 'How much is written to the log.',
  },
  'core.editor': {
    type: 'text',
    default: null,
    sentence: 'Command that opens a file; without it, the one of VISUAL or EDITOR.',
  },
  'core.idle-exit-s': whole(
    60,
    1,
    86_400,
    'Seconds after the last client and the last running plan until a background core ends.',
  ),
  'actor.default.strategy': role('makes strategies'),
  'actor.default.execution': role('carries strategies out'),
  'actor.default.estimation': role('estimates costs'),
  'actor.default.invariant': role('judges invariants'),
  'actor.default.review': role('reviews changes'),
  'provider.openai.base-url': {
    type: 'url',
    default: null,
    sentence: "Address of the OpenAI API; without it, the one of OPENAI_BASE_URL or the provider's own.",
  },
  'provider.anthropic.base-url': {
    type: 'url',
    default: null,
    sentence: "Address of the Anthropic API; without it, the one of ANTHROPIC_BASE_URL or the provider's own.",
  },
  'plan.concurrency': whole(4, 1, 64, 'Plans that are worked on at the same time.'),
  'plan.max-turns': whole(200, 1, 10_000, 'Answers of a model in one phase after which the plan waits.', true),
  'plan.apply-mode': {
    type: 'choice',
    default: 'merge',
    choices: applyModes,
    project: true,
    sentence: 'What applying does: a merge commit, one squashed commit, or uncommitted edits in the working tree.',
  },
  'limits.file-bytes': whole(10_485_760, 1, gib, 'Bytes of the largest file that a plan may write.', true),
  'limits.plan-bytes': whole(104_857_600, 1, 100 * gib, 'Bytes that a plan may write in all.', true),
  'limits.plan-changes': whole(1000, 1, 1_000_000, 'Files that a plan may change.', true),
  'limits.plan-cost-usd': {
    type: 'amount',
    default: null,
    min: 0,
    project: true,
    sentence: 'Dollars that one plan may cost; what would cost more waits for you.',
  },
  'limits.total-cost-usd': {
    type: 'amount',
    default: null,
    min: 0,
    sentence: 'Dollars that all plans together may cost; what would cost more waits for you.',
  },
  'limits.tool-output-bytes': whole(
    65_536,
    1024,
    16_777_216,
    "Bytes of a tool's output that are kept, head and tail.",
    true,
  ),
  'limits.hook-timeout-s': whole(600, 1, 86_400, 'Seconds after which a hook of a repository is ended.', true),
  'limits.command-timeout-s': whole(300, 1, 86_400, 'Seconds after which a command is ended.', true),
  'model.retries': whole(4, 0, 20, 'Times that a failed call of a model is tried again.'),
  'model.retry-after-ceiling-s': whole(
    60,
    1,
    3600,
    'Longest pause in seconds that a provider may ask for before a retry.',
  ),
  'model.timeout-s': whole(600, 1, 86_400, 'Seconds that one call of a model may take.'),
  'model.first-byte-timeout-s': whole(120, 1, 86_400, 'Seconds until the first part of an answer must have come.'),
  'model.parallel-reads': whole(8, 1, 64, 'Reading tools of one answer that run at the same time.'),
  'server.port': whole(0, 0, 65_535, 'Port of the server; 0 takes any that is free.'),
  'desktop.notifications': {
    type: 'choice',
    default: 'all',
    choices: ['all', 'waiting', 'off'],
    sentence: 'What the desktop application tells through the system: everything, only what waits for you, or nothing.',
  },
  'desktop.editor': {
    type: 'text',
    default: null,
    sentence:
      'Command with which the desktop application opens files; without it, a graphical one of VISUAL or EDITOR, or one that is installed.',
  },
  'desktop.spell-check': {
    type: 'choice',
    default: 'on',
    choices: ['on', 'off'],
    sentence: 'Whether the desktop application marks misspelt words in text fields.',
  },
  'desktop.update-channel': {
    type: 'choice',
    default: 'stable',
    choices: ['stable', 'beta', 'off'],
    sentence: 'Which newer versions the desktop application looks for, or none.',
  },
  'sandbox.trash-days': whole(
    30,
    0,
    3650,
    'Days that what is left of an ended plan is kept, as a later restore needs it; older is deleted at a start.',
  ),
  'server.token': {
    type: 'text',
    default: null,
    sentence: 'Token of the API.',
    secret:
      'It is made anew whenever the core starts and stands in core.json in the data folder, readable by you alone.',
  },
  'provider.openai.api-key': {
    type: 'text',
    default: null,
    sentence: 'Key of the OpenAI API.',
    secret:
      "Set OPENAI_API_KEY in the environment, or enter the key under Settings in the desktop application, which keeps it in the system's key store.",
  },
  'provider.anthropic.api-key': {
    type: 'text',
    default: null,
    sentence: 'Key of the Anthropic API.',
    secret:
      "Set ANTHROPIC_API_KEY in the environment, or enter the key under Settings in the desktop application, which keeps it in the system's key store.",
  },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingKey = keyof typeof registry
type KeysWith<T> = { [K in SettingKey]: (typeof registry)[K]['default'] extends T ? K : never }[SettingKey]
export type NumberKey = KeysWith<number>
export type TextKey = KeysWith<string>
/** Amounts in dollars, which may be absent. */
export type AmountKey = {
  [K in SettingKey]: (typeof registry)[K]['type'] extends 'amount' ? K : never
}[SettingKey]
/** Keys whose value may be absent. */
export type OptionalKey = Exclude<KeysWith<null>, AmountKey>

export const settingKeys = Object.keys(registry) as readonly SettingKey[]

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(registry, key)
}

export function settingOf(key: SettingKey): Setting {
  return registry[key]
}

/** The variable that sets a key: CLEVERAGENTS_ and the key in capitals, "_" for every "." and "-". */
export function variableOf(key: string): string {
  return `CLEVERAGENTS_${key.toUpperCase().replaceAll(/[.-]/g, '_')}`
}
