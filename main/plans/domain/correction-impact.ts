import { plural } from '@shared/model/plural'

export type ImpactLevel = 'low' | 'medium' | 'high'

export type CorrectionReach = {
  readonly decisions: number
  readonly files: number
  readonly children: number
  readonly commands: number
  readonly conflicts: number
  /** Whether the strategy is made anew while work of Execute is there. */
  readonly restarts: boolean
  /** Whether what was applied is taken back in a real repository. */
  readonly reverts: boolean
}

export type CorrectionImpact = { readonly level: ImpactLevel; readonly reasons: readonly string[] }

const order: readonly ImpactLevel[] = ['low', 'medium', 'high']
const sized = (count: number): ImpactLevel => (count >= 10 ? 'high' : count >= 3 ? 'medium' : 'low')

/** How far a correction reaches, with every reason that makes it so; the most serious one gives the level. */
export function correctionImpact(reach: CorrectionReach): CorrectionImpact {
  const { decisions, files, children, commands, conflicts } = reach
  const found: (readonly [ImpactLevel, string])[] = []
  if (decisions > 0) found.push([sized(decisions), `${plural(decisions, 'decision is', 'decisions are')} taken back`])
  if (files > 0) found.push([sized(files), `${plural(files, 'file goes', 'files go')} back`])
  if (reach.restarts) found.push(['medium', 'Execute starts over, since the strategy is made anew'])
  if (commands > 0) found.push(['medium', `${plural(commands, 'command')} had effects that may not be rolled back`])
  if (children > 0) found.push(['high', `${plural(children, 'child plan is', 'child plans are')} invalidated`])
  if (conflicts > 0)
    found.push(['high', `${plural(conflicts, 'path was', 'paths were')} changed by somebody else since`])
  if (reach.reverts) found.push(['high', 'What was applied is taken back in the repository by a commit on top'])
  if (found.length === 0) return { level: 'low', reasons: ['Nothing is taken back'] }
  const level = order[Math.max(...found.map(([one]) => order.indexOf(one)))] ?? 'low'
  return { level, reasons: found.map(([, reason]) => reason) }
}

type Child = { readonly id: string; readonly title: string; readonly created: number }

/** The child plans that decisions among these started: each goes back to the last `child_plan` decision before it. */
export function childrenOf(
  affected: ReadonlySet<string>,
  decisions: readonly { readonly id: string; readonly type: string; readonly created: number }[],
  children: readonly Child[],
): readonly Child[] {
  const started = decisions.filter(({ type }) => type === 'child_plan')
  return children.filter((child) => {
    const owner = started.findLast(({ created }) => created <= child.created)
    return owner !== undefined && affected.has(owner.id)
  })
}
