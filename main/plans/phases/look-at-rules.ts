import { createHash } from 'node:crypto'
import type { Phase } from '@shared/model/plan'
import { plural } from '@shared/model/plural'
import { brokenPaths, filesKey, uncovered, type Found, type PlanInvariant } from '../../invariants'
import type { FileChange } from '../../sandboxes'
import { checkedTree, keepPresent, onAccepted, placesOf } from '../checked-plan'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { checkHooks, putBack } from './run-validations'

const commandSeconds = 300
const shownOutput = 2000

export const digest = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)

/** Names a finding by the state of all files, and the command that found it there; empty for none. */
const stateKey = (line: string, tree: string) => filesKey(digest(line, tree))

type Look = {
  readonly deps: PlanDeps
  readonly plan: Plan
  readonly phase: Phase
  readonly changes: readonly FileChange[]
  /** The state before any command was run; null where no rule has one. */
  readonly tree: string | null
  readonly signal: AbortSignal
}

/** What fails on the same files, or says the same of others, is the same violation; what says nothing is never the same. */
async function commandFound(look: Look, rule: PlanInvariant): Promise<Found | null> {
  const { deps, plan, phase, signal } = look
  const { command } = rule.checks
  const places = placesOf(deps, plan, 'copies')
  const [home] = places
  if (command === null || home === undefined) return null
  await keepPresent(deps, plan.id, 'before the command of a rule')
  const tree = checkedTree(deps, plan.id)
  const { hooks, ended } = checkHooks(deps, plan, phase, signal)
  const request = { command, timeoutS: commandSeconds, parse: null, home, places }
  const { run, undone } = await onAccepted(deps, plan.id, async () => {
    await deps.sandboxes.holdBranches(plan.id)
    const undo = () => putBack(deps, plan, phase, 'The command of a rule')
    const ran = await deps.validations.command(request, hooks).catch(async (error: unknown) => {
      // One that was ended in the middle may have written already.
      await undo()
      throw error
    })
    return { run: ran, undone: await undo() }
  })
  const { fault, note } = undone
  const passed = run.passed && fault === null
  ended(run.output, !passed)
  const line = typeof command === 'string' ? command : command.join(' ')
  const end = run.timedOut
    ? `ran out of time (${commandSeconds} s)`
    : run.exitCode === null
      ? run.note
      : `exit ${run.exitCode}`
  const how = fault === null ? end : `${end}. ${fault}`
  const output = passed ? '' : `\n${run.output.slice(-shownOutput)}`
  const evidence = `\`${line}\`: ${note === null ? how : `${how}. ${note}`}${output}`.trimEnd()
  if (passed) return { evidence, findings: [] }
  const saysNothing = run.timedOut || run.output.trim() === ''
  const keys = [stateKey(line, tree), ...(saysNothing ? [] : [`output ${digest(line, how, run.output)}`])]
  return { evidence, findings: [{ keys, what: `what \`${line}\` says` }] }
}

function pathsFound({ changes, tree }: Look, rule: PlanInvariant): Found | null {
  const broken = brokenPaths(rule.checks, changes)
  const state = tree === null ? [] : [stateKey('', tree)]
  return (
    broken && {
      evidence: broken.evidence,
      findings: broken.findings.map(({ keys, what }) => ({ keys: [...keys, ...state], what })),
    }
  )
}

/** What a machine finds of a rule; null where it has no part that a machine can check. */
async function machineFound(look: Look, rule: PlanInvariant): Promise<Found | null> {
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
  given: Omit<Look, 'tree'>,
  rules: readonly PlanInvariant[],
): Promise<ReadonlyMap<PlanInvariant, Found>> {
  const { deps, plan } = given
  const hasCommand = rules.some(({ checks }) => checks.command !== null)
  if (hasCommand) await keepPresent(deps, plan.id, 'before the commands of rules')
  const look: Look = { ...given, tree: hasCommand ? checkedTree(deps, plan.id) : null }
  const all = new Map<PlanInvariant, Found>()
  for (const rule of rules) {
    const found = await machineFound(look, rule)
    if (found) all.set(rule, found)
  }
  return all
}
