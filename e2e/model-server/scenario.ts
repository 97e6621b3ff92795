/** One tool call that the model makes; `raw` replaces the arguments by a text that need not be JSON. */
export type ScriptedCall = { readonly call: string; readonly args?: unknown; readonly raw?: string }

/** Token counts of one answer, in the four buckets that are billed apart. */
export type ScriptedUsage = {
  readonly input?: number
  readonly output?: number
  readonly cacheWrite?: number
  readonly cacheRead?: number
}

/** What the model says in one turn. */
export type ScriptedAnswer = {
  readonly text?: string
  readonly reasoning?: string
  readonly call?: string
  readonly args?: unknown
  /** Several calls of one turn; `call` and `args` come first where both are given. */
  readonly calls?: readonly ScriptedCall[]
  readonly usage?: ScriptedUsage
  /** Why the answer ends, where it is not plain: `length` or `refusal`. */
  readonly stop?: 'length' | 'refusal'
}

/** What goes wrong in one turn; each is consumed once. */
export type Fault =
  | {
      readonly fault: '429'
      readonly retryAfter?: number
      readonly retryAfterMs?: number
      readonly retryAfterDate?: string
    }
  | { readonly fault: '529' | '500' }
  /** Any other refusal of the server, e.g. 401 or a context that is too long. */
  | {
      readonly fault: 'status'
      readonly status: number
      readonly type?: string
      readonly code?: string
      readonly message?: string
    }
  /** The connection is cut: before anything was sent, or in the middle of the answer (default). */
  | ({ readonly fault: 'drop'; readonly at?: 'start' | 'middle' } & ScriptedAnswer)
  /** The stream ends in the middle without its last events, as a proxy in between leaves it. */
  | ({ readonly fault: 'truncate' } & ScriptedAnswer)
  | { readonly fault: 'malformed'; readonly call: string; readonly raw?: string }
  /** Nothing is answered until the client goes; `headers` sends the head of the answer first. */
  | { readonly fault: 'hang'; readonly headers?: boolean }
  /** Each piece of the answer waits for the test's `pace`. */
  | ({ readonly fault: 'slow' } & ScriptedAnswer)

export type Step = ScriptedAnswer | Fault

/** Phases of a plan, recognised by the tools that are offered; `other` is every other conversation. */
export type Phase = 'strategize' | 'execute' | 'other'

export type ScriptedPhases = Readonly<Partial<Record<Phase, readonly Step[]>>> & { readonly models?: readonly string[] }

/** A conversation as the server reads it, whichever protocol it came in. */
export type Conversation = {
  readonly api: 'openai' | 'anthropic'
  readonly model: string
  readonly stream: boolean
  readonly tools: readonly string[]
  readonly phase: Phase
  readonly events: readonly ConversationEvent[]
  readonly body: Readonly<Record<string, unknown>>
}
export type ConversationEvent =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'assistant'; readonly text: string; readonly calls: readonly string[] }
  | { readonly kind: 'result'; readonly text: string }

/** Either a script per phase, or a function that decides each answer. */
export type Scenario = ScriptedPhases | ((conversation: Conversation) => Step)

export function isFault(step: Step): step is Fault {
  return 'fault' in step && step.fault !== undefined
}

/** The calls of an answer in order. */
export function callsOf(answer: ScriptedAnswer): readonly ScriptedCall[] {
  const first = answer.call === undefined ? [] : [{ call: answer.call, args: answer.args }]
  return [...first, ...(answer.calls ?? [])]
}

const finishOf: Readonly<Record<Phase, string | undefined>> = {
  strategize: 'finish_strategy',
  execute: 'finish_execution',
  other: undefined,
}

/** Which phase a request belongs to. */
export function phaseOf(tools: readonly string[]): Phase {
  if (tools.includes('finish_strategy')) return 'strategize'
  return tools.includes('finish_execution') ? 'execute' : 'other'
}

/** Counts what the model has done in this phase: its calls, and its turns without a call. */
function doneIn({ events, phase }: Conversation): { calls: number; plain: number } {
  const before = phase === 'execute' ? finishOf.strategize : finishOf.execute
  const start = events.findLastIndex(
    (event) => event.kind === 'assistant' && event.calls.some((name) => name === before),
  )
  const turns = events.slice(start + 1).filter((event) => event.kind === 'assistant')
  return {
    calls: turns.reduce((sum, turn) => sum + turn.calls.length, 0),
    plain: turns.filter((turn) => turn.calls.length === 0).length,
  }
}

/**
 * The step that is due. The conversation decides, so that a restarted client finds its place; faults are remembered
 * in `consumed` because most of them leave no trace in the conversation. Past the end the phase is finished.
 */
export function nextStep(scenario: Scenario, conversation: Conversation, consumed: Set<string>): Step {
  if (typeof scenario === 'function') return scenario(conversation)
  const { phase } = conversation
  const left = doneIn(conversation)
  for (const [index, step] of (scenario[phase] ?? []).entries()) {
    const key = `${phase}:${index}`
    if (isFault(step)) {
      const isNew = !consumed.has(key)
      consumed.add(key)
      if (isNew) return step
    }
    const leavesTrace = !isFault(step) || step.fault === 'malformed' || step.fault === 'slow'
    if (!leavesTrace) continue
    const calls = isFault(step) && step.fault === 'malformed' ? 1 : callsOf(step as ScriptedAnswer).length
    if (calls > 0 && left.calls >= calls) left.calls -= calls
    else if (calls === 0 && left.plain > 0) left.plain -= 1
    else if (!isFault(step)) return step
    else if (step.fault === 'slow') return { ...step, fault: undefined }
  }
  const finish = finishOf[phase]
  return finish === undefined ? { text: 'Done.' } : { call: finish, args: {} }
}
