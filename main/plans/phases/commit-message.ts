import { affectedBy, type Decision } from '../../decisions'
import type { FileChange } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import { cutAtWord, subjectOf } from '../domain/plan-title'
import type { PlanDeps } from '../ports'
import { waivedRules } from '../views/waived-view'

const mostDecisions = 20
const longestLine = 200

type Changed = Pick<FileChange, 'resource' | 'path' | 'oldPath'>

/** A text of any length as one line. */
function line(text: string, longest: number): string {
  return cutAtWord(text.replace(/\s+/g, ' ').trim(), longest)
}

const bare = (text: string): string => text.trim().replace(/[?.!:]+$/, '')
const told = (text: string): string => bare(text).replace(/\s+/g, ' ').toLowerCase()

/** A decision as the log tells it: its answer alone where that says the question again, as "Fix it?" with "Fix it". */
function decisionLine({ question, chosen }: Pick<Decision, 'question' | 'chosen'>): string {
  const [asked, answer] = [told(question), told(chosen)]
  if (answer === asked || answer.startsWith(`${asked} `)) return `- ${line(bare(chosen), longestLine)}`
  const gap = /[?.!:]$/.test(question.trim()) ? ' ' : ': '
  return `- ${line(`${question.trim()}${gap}${chosen}`, longestLine)}`
}

/** Names of a change as a decision may have noted them: former and new, with the resource or without. */
const namesOf = ({ resource, path, oldPath }: Changed): readonly string[] =>
  [path, ...(oldPath === null ? [] : [oldPath])].flatMap((name) => [name, `${resource}/${name}`])

/** Ids of the decisions of which nothing arrives: they and what followed from them changed files, and each was rejected. */
function rejectedDecisions(
  live: readonly Decision[],
  changes: readonly Changed[],
  accepted: readonly Changed[],
): ReadonlySet<string> {
  const arrives = new Set(accepted.flatMap(namesOf))
  const rejected = new Set(changes.flatMap(namesOf).filter((name) => !arrives.has(name)))
  const filesOf = (id: string) => {
    const reached = affectedBy(id, live)
    return live.filter((one) => one.id === id || reached.has(one.id)).flatMap(({ artifacts }) => artifacts)
  }
  return new Set(
    live.flatMap(({ id }) => {
      const files = filesOf(id)
      return files.some((file) => rejected.has(file)) && !files.some((file) => arrives.has(file)) ? [id] : []
    }),
  )
}

async function rejectedOf(
  deps: Pick<PlanDeps, 'review' | 'sandboxes'>,
  planId: string,
  live: readonly Decision[],
): Promise<ReadonlySet<string>> {
  if (deps.review.rejections(planId).length === 0) return new Set()
  const changes = await deps.sandboxes.changes(planId, { patches: false })
  const { files } = await deps.sandboxes.acceptedChanges(planId)
  return rejectedDecisions(live, changes, files)
}

/** The rules that a person set aside for the plan, each with the reason given. */
function waivers(deps: Pick<PlanDeps, 'invariants'>, planId: string): readonly string[] {
  const rules = waivedRules(deps, planId)
  if (rules.length === 0) return []
  const lines = rules.map(({ scope, text, reason }) => [
    `- ${line(`The ${scope} invariant "${text}"`, longestLine)}`,
    `  ${line(`Reason: ${reason}`, longestLine)}`,
  ])
  return ['', 'Waived by a person:', ...lines.flat()]
}

/** The text of the apply commit: what was done, after which decisions of those that arrive, by which plan and action. */
export async function commitMessage(
  deps: Pick<PlanDeps, 'decisions' | 'review' | 'sandboxes' | 'invariants'>,
  plan: Plan,
): Promise<string> {
  const live = deps.decisions.live(plan.id)
  const rejected = await rejectedOf(deps, plan.id, live)
  const decided = live
    .filter(({ type }) => type === 'strategy_choice' || type === 'implementation_choice')
    .filter(({ id, chosen }) => !rejected.has(id) && chosen !== '')
  const lines = decided.slice(0, mostDecisions).map(decisionLine)
  const more = decided.length > lines.length ? [`- and ${decided.length - lines.length} more`] : []
  const decisions = lines.length > 0 ? ['', 'Decisions:', ...lines, ...more] : []
  const { subject, whole } = subjectOf(plan)
  return [
    subject,
    ...(whole === null ? [] : ['', whole]),
    ...decisions,
    ...waivers(deps, plan.id),
    '',
    `Plan: ${plan.id}`,
    `Action: ${plan.action.name}`,
  ].join('\n')
}
