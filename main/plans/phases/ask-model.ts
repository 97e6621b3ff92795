import {
  costOf,
  factsOf,
  formatModelRef,
  priceOf,
  type ModelAnswer,
  type ModelRequest,
  type TokenUsage,
} from '../../models'
import { capsOf, type Held, heldSentence, offerFor, type Tightest } from '../domain/budget'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { PhasePause } from './outcome'
import { recordUsage } from './record-usage'
import { profileNow, type Session } from './session'

/** What an answer may have at most where neither the actor nor the catalogue says it. */
const usualOutput = 32_000
/** Tokens that providers add around what is sent. */
const framing = 1000

/** The caps that hold for a plan at this moment. */
export function capsNow(deps: PlanDeps, plan: Plan) {
  return capsOf(profileNow({ deps, plan }).safety, deps.limits.costs(plan), deps.budgets.allowance(plan.id))
}

/** Records why a plan is held for its budget, and leaves the phase. */
export function holdForBudget(deps: PlanDeps, plan: Plan, held: Held): never {
  deps.budgets.hold(plan.id, held)
  throw new PhasePause('budget', heldSentence(held))
}

/**
 * No text has more tokens than bytes. After an answer much less is known to be enough: what the provider counted then, and
 * what was added since.
 */
function mostPromptTokens({ system, turns, tools }: ModelRequest, last: TokenUsage | null): number {
  const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')
  const whole = bytes([system, turns, tools])
  if (last === null || last.estimated) return whole + framing
  const added = turns.slice(turns.findLastIndex(({ role }) => role === 'assistant') + 1)
  return Math.min(whole, last.input + last.cacheWrite + last.cacheRead + last.output + bytes(added)) + framing
}

/** The most that a call can cost, in micro-dollars: its prompt may be billed as read anew or as written to the cache. */
function mostCost(model: ModelRequest['model'], prompt: number, output: number): number {
  const bill = (usage: Partial<TokenUsage>) => {
    const cost = costOf({ input: 0, cacheWrite: 0, cacheRead: 0, output, ...usage }, priceOf(model))
    return cost.kind === 'known' ? cost.microDollars : 0
  }
  return Math.max(bill({ input: prompt }), bill({ cacheWrite: prompt }))
}

type Reservation = {
  readonly id: string
  /** Null where no cap asks for a limit. */
  readonly maxOutput: number | null
  /** What holds the plan where an answer ends because no longer one could be paid. */
  readonly short: Held | null
}

async function reserve(session: Session, request: ModelRequest): Promise<Reservation> {
  const { deps, plan } = session
  const caps = capsNow(deps, plan)
  const model = formatModelRef(request.model)
  if (!priceOf(request.model)) {
    const allowed = profileNow(session).safety.allowUnknownCost || deps.budgets.allowance(plan.id).unknownAllowed
    if (caps.length > 0 && !allowed) holdForBudget(deps, plan, { cap: 'unknown', model })
    return { id: '', maxOutput: null, short: null }
  }
  const prompt = mostPromptTokens(request, session.lastUsage)
  const wanted = request.maxOutputTokens ?? Math.min(factsOf(request.model)?.output ?? usualOutput, usualOutput)
  const id = deps.newId()
  const got = deps.budgets.reserve({ id, planId: plan.id, at: deps.clock() }, caps, (left) =>
    offerFor(left, wanted, (output) => mostCost(request.model, prompt, output)),
  )
  const heldBy = ({ name: cap, most, used }: Tightest, needed: number): Held => ({ cap, most, used, needed, model })
  if (got.kind === 'later') {
    await deps.budgets.nextRelease(session.signal)
    // What holds may have changed meanwhile: the caps, and who else has asked.
    return reserve(session, request)
  }
  if (got.kind === 'held') return holdForBudget(deps, plan, heldBy(got.by, got.needed))
  const { by, maxOutput } = got
  if (!by) return { id, maxOutput: null, short: null }
  const isShort = maxOutput < wanted
  return { id, maxOutput, short: isShort ? heldBy(by, mostCost(request.model, prompt, wanted)) : null }
}

/**
 * Asks a model within the plan's caps: what the call may cost is set aside before and settled after it. What would pass a
 * cap, or costs nobody knows what, pauses the plan instead. `store` records the answer in the transaction that settles it;
 * `short` is told where the answer was cut off because no longer one could be paid.
 */
export async function askModel<T>(
  session: Session,
  request: Omit<ModelRequest, 'retries' | 'secrets' | 'signal'>,
  store: (answer: ModelAnswer) => T,
): Promise<{ readonly answer: ModelAnswer; readonly stored: T; readonly short: Held | null }> {
  const { deps, plan, phase, signal } = session
  const { thresholds, safety } = profileNow(session)
  const most = Math.min(deps.limits.modelRetries(), safety.maxRetriesPerStep ?? Number.MAX_SAFE_INTEGER)
  const whole: ModelRequest = {
    ...request,
    signal,
    // Retrying is a person's decision where the profile says so.
    retries: thresholds.modify_config >= 1 ? 0 : most,
    secrets: deps.keysFor(plan.id),
  }
  const { id, maxOutput, short } = await reserve(session, whole)
  try {
    const answer = await deps.models.complete(maxOutput === null ? whole : { ...whole, maxOutputTokens: maxOutput })
    const stored = deps.db.transaction(() => {
      deps.budgets.release(id)
      recordUsage(deps, plan, phase, request.model, answer)
      return store(answer)
    })
    session.lastUsage = answer.usage
    return { answer, stored, short: answer.stop === 'length' ? short : null }
  } finally {
    deps.budgets.release(id)
  }
}
