import type { InvariantView, WaivedRuleView } from '@shared/contract/invariants'
import { fields, lines, type Block, type Line } from '../output/block'

type Checks = InvariantView['checks']

const lineOf = (command: Checks['command']) => (typeof command === 'string' ? command : (command?.join(' ') ?? null))

/** What sends decisions to a person, in words; null where nothing does. */
function escalationText({ escalate }: Checks): string | null {
  if (!escalate) return null
  if (escalate.always) return 'every decision'
  return [...escalate.paths, ...escalate.decision_types.map((type) => `decisions of type ${type}`)].join(', ')
}

export function checksText(checks: Checks): string {
  const command = lineOf(checks.command)
  return [
    checks.only_paths && `only ${checks.only_paths.join(', ')}`,
    checks.never_paths && `never ${checks.never_paths.join(', ')}`,
    command && `runs ${command}`,
    escalationText(checks) && `asks a person about ${escalationText(checks)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

const ownerNames = { global: null, project: 'Project', action: 'Action', plan: 'Plan' } as const

export function invariantBlock(invariant: InvariantView): Block {
  const owner = ownerNames[invariant.scope]
  return fields('Invariant Added', [
    ...(owner === null ? [] : [[owner, invariant.source] as const]),
    ['Invariant', invariant.text],
    ['Scope', invariant.scope],
    ['Only paths', invariant.checks.only_paths?.join(', ')],
    ['Never paths', invariant.checks.never_paths?.join(', ')],
    ['Command', lineOf(invariant.checks.command)],
    ['Asks a person about', escalationText(invariant.checks)],
    ['Overridable', invariant.non_overridable ? 'no' : null],
    ['ID', invariant.id],
  ])
}

export function invariantTable(title: string, invariants: readonly InvariantView[], empty: string): Block {
  return {
    kind: 'table',
    title,
    columns: ['ID', 'Scope', 'Source', 'Text', 'Checks'],
    rows: invariants.map((one) => [one.id, one.scope, one.source, one.text, checksText(one.checks)]),
    empty,
  }
}

/** The rules that do not hold a plan, because a person set them aside. */
export const waivedBlock = (waived: readonly Pick<WaivedRuleView, 'text' | 'reason'>[]): Block =>
  lines(
    'Waived Invariants',
    waived.map(({ text, reason }): Line => ({ text: `– ${text}: ${reason}`, tone: 'warn' })),
  )

export const waivedOf = (invariants: readonly InvariantView[]): Pick<WaivedRuleView, 'text' | 'reason'>[] =>
  invariants.flatMap(({ text, verdict, waived_reason: reason }) =>
    verdict !== 'waived' || reason === null ? [] : [{ text, reason }],
  )
