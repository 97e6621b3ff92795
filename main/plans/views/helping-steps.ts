import type { PlanView } from '@shared/contract/plan-view'
import { choices } from '../../decisions'
import type { ConflictCause } from '../domain/conflict-hint'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { actingRole, builtinOf } from '../require-guidable'
import { comesAgain } from '@shared/model/comes-again'
import { shellWord as quoted } from '@shared/model/shell-word'
import { useAgainCommand } from '../use-again'

export type StepDeps = Pick<PlanDeps, 'resolveActor' | 'plans' | 'decisions' | 'sandboxes' | 'review'>
type Standings = PlanView['validations']

const isRequired = ({ mode, phase }: Standings[number]): boolean => mode === 'required' && phase !== 'post_apply'

/** Whether a check may stand against applying the work too: none runs while a rule is violated. */
export const isUnpassed = (one: Standings[number]): boolean => isRequired(one) && one.passed !== true

/** Whether a check has failed on the work as it is: running it once more tells nothing new. */
const hasFailed = (one: Standings[number]): boolean => isRequired(one) && one.passed === false && !one.stale

const isOpen = (one: Standings[number]): boolean => isUnpassed(one) || (isRequired(one) && one.stale)

/** The command that has a built-in actor decide otherwise; none where nothing could be chosen. */
function correctSteps(deps: StepDeps, { id }: Plan): string[] {
  const open = deps.decisions.live(id).filter((one) => one.confidence !== null && choices(one).length > 1)
  const [only] = open
  if (only === undefined) return []
  if (open.length > 1) return [`agents plan tree ${id}`, 'agents plan correct DECISION --mode revert --choose N']
  const other = choices(only).findIndex((text) => text !== only.chosen) + 1
  return [`agents plan correct ${only.id} --mode revert --choose ${other}`]
}

const byHand = (deps: StepDeps, { id }: Plan): string[] =>
  deps.sandboxes
    .get(id)
    .filter(({ state }) => state === 'ready')
    .map(({ path }) => `cd ${quoted(path)} # put it right by hand`)

const rejectSteps = ({ id, filesModified }: Plan): string[] =>
  filesModified > 0 ? [`agents plan diff ${id}`, `agents plan reject ${id} PATH`] : []

/** What can change the work itself, for whoever made it: what would only repeat the failure is not among it. */
function mendingSteps(deps: StepDeps, plan: Plan, then: readonly string[]): string[] {
  const isBuiltin = builtinOf(deps, plan, actingRole(plan)) !== null
  const first = isBuiltin ? correctSteps(deps, plan) : [`agents plan prompt ${plan.id} "…"`]
  const last = isBuiltin ? [useAgainCommand(deps, plan)] : [`agents plan cancel ${plan.id}`]
  return [...first, ...byHand(deps, plan), ...then, ...rejectSteps(plan), ...last]
}

/** What follows where required checks hold the plan. */
export function checkSteps(deps: StepDeps, plan: Plan, validations: Standings): string[] {
  const { id } = plan
  const goOn = plan.phase === 'apply' ? `agents plan apply ${id}` : `agents plan execute ${id}`
  const run = `agents validation run ${id}`
  if (validations.some(hasFailed)) return mendingSteps(deps, plan, [run])
  const open = validations.some(isOpen) ? [run] : []
  return [...open, goOn, `agents plan diff ${id}`, `agents plan status ${id}`, `agents plan cancel ${id}`]
}

/** Whether a person decided about changes since the plan came to rest, so that another look finds other work. */
const isDecidedSince = ({ review }: StepDeps, { id, updated }: Plan): boolean =>
  review.rejections(id).some(({ created }) => created >= updated)

/** What follows where rules hold the plan; `waive` are the commands that set them aside. */
export function ruleSteps(
  deps: StepDeps,
  plan: Plan,
  { validations, waive }: { readonly validations: Standings; readonly waive: readonly string[] },
): string[] {
  const { id } = plan
  const again = isDecidedSince(deps, plan) ? [`agents plan execute ${id}`] : []
  const run = validations.some(isUnpassed) ? [`agents validation run ${id}`] : []
  const see = [`agents plan status ${id}`, `agents plan tree ${id}`]
  const mending = mendingSteps(deps, plan, [`agents plan execute ${id}`])
  return [...again, ...mending.slice(0, -1), ...waive, ...run, ...see, ...mending.slice(-1)]
}

/** The commands that set a person's open edits aside where a plan was to be applied. */
const stashSteps = (deps: StepDeps, { id }: Plan): string[] =>
  deps.sandboxes
    .get(id)
    .filter(({ base }) => base.strategy === 'git_worktree')
    .map(({ sourcePath }) => `git -C ${quoted(sourcePath)} stash # or commit your edits there`)

/** What follows where changes of others stand against an apply: first what settles those there are. */
export function conflictSteps(deps: StepDeps, plan: Plan): string[] {
  const { id } = plan
  // A refusal of before its causes were kept could have been for any.
  const causes: readonly ConflictCause[] =
    plan.conflictCauses.length > 0 ? plan.conflictCauses : ['committed', 'uncommitted']
  const has = (cause: ConflictCause) => causes.includes(cause)
  const apply = `agents plan apply ${id}`
  return [
    `agents plan diff --conflicts ${id}`,
    ...(has('committed') ? [`agents plan update ${id}`] : []),
    ...(has('uncommitted') ? [...stashSteps(deps, plan), apply, `agents plan update --include-uncommitted ${id}`] : []),
    apply,
    `agents plan diff ${id}`,
    `agents plan cancel ${id}`,
  ]
}

/** What follows a failure of Strategize or Execute: first what can help. */
export function failureSteps(deps: StepDeps, plan: Plan, validations: Standings): string[] {
  const { id } = plan
  const code = plan.error?.code ?? ''
  const retry = `agents plan execute ${id}`
  const cancel = `agents plan cancel ${id}`
  if (code === 'would_wait.validation') return checkSteps(deps, plan, validations)
  const profile = `agents plan set-profile ${id} PROFILE`
  if (code === 'would_wait.invariant') return [...ruleSteps(deps, plan, { validations, waive: [profile] }), cancel]
  if (code === 'would_wait.budget') return [`agents plan approve ${id} --budget USD`, profile, retry, cancel]
  if (code.startsWith('would_wait.')) return [profile, retry, cancel]
  if (comesAgain(code)) return [...mendingSteps(deps, plan, []), retry]
  return [retry, `agents plan prompt ${id} "…"`, cancel]
}
