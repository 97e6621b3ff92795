import { createHash } from 'node:crypto'
import type { Phase } from '@shared/model/plan'
import { plural } from '@shared/model/plural'
import { brokenPaths, filesKey, uncovered, type Finding, type Found, type PlanInvariant } from '../../invariants'
import type { FileChange } from '../../sandboxes'
import { withFault } from '../../validations'
import { checkedTree, keepPresent, onAccepted, placesOf, presentlyChecked } from '../checked-plan'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { backToBranch, checkHooks } from './run-validations'

const commandSeconds = 300
const shownOutput = 2000

export const digest = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)

/** The state of all files that a rule's command began on, and the one that it left. */
type Run = { readonly before: string; readonly after: string }

/** A finding with the state that the files were in, and the command that found it there; empty for none. */
type Dated = Finding & { readonly line: string; readonly tree: string | null }
type DatedFound = { readonly evidence: string; readonly findings: readonly Dated[] }

const stateKey = (line: string, tree: string) => filesKey(digest(line, tree))

function statesFrom(tree: string, runs: readonly Run[]): readonly string[] {
  const states = [tree]
  for (const { before, after } of runs) if (before === states.at(-1)) states.push(after)
  return states
}

/** A finding by every state too that the commands of this look made one of the other: nobody else has changed the files. */
function withStates({ keys, what, line, tree }: Dated, start: string | null, runs: readonly Run[]): Finding {
  if (tree === null) return { keys, what }
  const whole = statesFrom(start ?? tree, runs)
  const states = whole.includes(tree) ? whole : statesFrom(tree, runs)
  return { keys: [...new Set([...keys, ...states.map((state) => stateKey(line, state))])], what }
}

type Look = {
  readonly deps: PlanDeps
  readonly plan: Plan
  readonly phase: Phase
  readonly changes: readonly FileChange[]
  /** The state before any command was run; null where no rule has one. */
  readonly tree: string | null
  readonly runs: Run[]
  readonly signal: AbortSignal
}

/** What fails on the same files, or says the same of others, is the same violation; what says nothing is never the same. */
async function commandFound(look: Look, rule: PlanInvariant): Promise<DatedFound | null> {
  const { deps, plan, phase, runs, signal } = look
  const { command } = rule.checks
  const places = placesOf(deps, plan, 'copies')
  const [home] = places
  if (command === null || home === undefined) return null
  await keepPresent(deps, plan.id, 'before the command of a rule')
  const tree = checkedTree(deps, plan.id)
  const { hooks, ended } = checkHooks(deps, plan, phase, signal)
  const request = { command, timeoutS: commandSeconds, parse: null, home, places }
  const run = await onAccepted(deps, plan.id, async () => {
    await deps.sandboxes.holdBranches(plan.id)
    const putBack = () => backToBranch(deps, plan, phase, 'The command of a rule')
    const ran = await deps.validations.command(request, hooks).catch(async (error: unknown) => {
      // One that was ended in the middle may have moved it already.
      await putBack()
      throw error
    })
    const fault = await putBack()
    return { ...withFault(ran, fault), fault }
  })
  ended(run.output, !run.passed)
  runs.push({ before: tree, after: await presentlyChecked(deps, plan.id) })
  const line = typeof command === 'string' ? command : command.join(' ')
  const end = run.timedOut
    ? `ran out of time (${commandSeconds} s)`
    : run.exitCode === null
      ? run.note
      : `exit ${run.exitCode}`
  const how = run.fault === null ? end : `${end}. ${run.fault}`
  const output = run.passed ? '' : `\n${run.output.slice(-shownOutput)}`
  const evidence = `\`${line}\`: ${how}${output}`.trimEnd()
  if (run.passed) return { evidence, findings: [] }
  const saysNothing = run.timedOut || run.output.trim() === ''
  const keys = [stateKey(line, tree), ...(saysNothing ? [] : [`output ${digest(line, how, run.output)}`])]
  return { evidence, findings: [{ keys, what: `what \`${line}\` says`, line, tree }] }
}

function pathsFound({ changes, tree }: Look, rule: PlanInvariant): DatedFound | null {
  const broken = brokenPaths(rule.checks, changes)
  const line = ''
  const state = tree === null ? [] : [stateKey(line, tree)]
  return (
    broken && {
      evidence: broken.evidence,
      findings: broken.findings.map(({ keys, what }) => ({ keys: [...keys, ...state], what, line, tree })),
    }
  )
}

/** What a machine finds of a rule; null where it has no part that a machine can check. */
async function machineFound(look: Look, rule: PlanInvariant): Promise<DatedFound | null> {
  const { onlyPaths, neverPaths } = rule.checks
  const broken = pathsFound(look, rule)
  if (broken && uncovered(rule, broken.findings).length > 0) return broken
  const command = await commandFound(look, rule)
  if (broken && command)
    return {
      evidence: `${broken.evidence}; ${command.evidence}`,
      findings: [...broken.findings, ...command.findings],
    }
  const found = broken ?? command
  if (found) return found
  const count = look.changes.length
  return onlyPaths || neverPaths
    ? { findings: [], evidence: `${plural(count, 'changed path is', 'changed paths are')} allowed` }
    : null
}

/** What a machine finds of these rules on the changes as they are, by the rule. */
export async function lookAtRules(
  given: Omit<Look, 'tree' | 'runs'>,
  rules: readonly PlanInvariant[],
): Promise<ReadonlyMap<PlanInvariant, Found>> {
  const { deps, plan } = given
  const hasCommand = rules.some(({ checks }) => checks.command !== null)
  if (hasCommand) await keepPresent(deps, plan.id, 'before the commands of rules')
  const look: Look = { ...given, tree: hasCommand ? checkedTree(deps, plan.id) : null, runs: [] }
  const dated = new Map<PlanInvariant, DatedFound>()
  for (const rule of rules) {
    const found = await machineFound(look, rule)
    if (found) dated.set(rule, found)
  }
  const whole = ({ evidence, findings }: DatedFound): Found => ({
    evidence,
    findings: findings.map((finding) => withStates(finding, look.tree, look.runs)),
  })
  return new Map([...dated].map(([rule, found]) => [rule, whole(found)]))
}
