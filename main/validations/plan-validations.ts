import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { ValidationDefinition } from '../actions'
import { checkOf } from './add-validation'
import { standingsOf } from './domain/gate'
import type { Place } from './domain/place-command'
import type { Check, PlanCheck, Result, Run } from './domain/validation'
import type { CommandDeps } from './ports'
import { allValidations, attachmentsTo, insertResult, latestResults, resultsOf } from './repository'
import { runCheck, type CheckHooks } from './run-check'

/** What a plan works on, as far as its checks are concerned. */
export type CheckedPlan = {
  readonly id: string
  /** The checks in its action's text. */
  readonly own: readonly ValidationDefinition[]
  /** Each project with the resources of it that the plan writes, in the project's order. */
  readonly projects: readonly { readonly id: string; readonly resourceIds: readonly string[] }[]
  /** All resources that the plan writes. */
  readonly resourceIds: readonly string[]
}

export type PlanValidations = ReturnType<typeof createPlanValidations>

const missingHome = 'The plan has no copy of a resource that it could run on.'
const noTool = (tool: string | null) => `There is no tool "${tool}" that could check.`

type Deps = CommandDeps & { readonly db: BetterSQLite3Database; readonly newId: () => string }

/** Every check of a plan with the resource it runs on, each once. */
function checksOf(db: BetterSQLite3Database, plan: CheckedPlan): readonly PlanCheck[] {
  const all = new Map(allValidations(db).map((validation) => [validation.id, validation]))
  const first = plan.resourceIds[0] ?? null
  const placed: { check: Check; resourceId: string | null }[] = plan.own.map((definition) => ({
    check: checkOf(definition, definition.name),
    resourceId: first,
  }))
  const add = (validationId: string, resourceId: string | null) => {
    const check = all.get(validationId)
    if (check) placed.push({ check, resourceId })
  }
  for (const project of plan.projects)
    for (const { validationId } of attachmentsTo(db, 'project', [project.id]))
      add(validationId, project.resourceIds[0] ?? null)
  for (const { validationId, targetId } of attachmentsTo(db, 'resource', plan.resourceIds)) add(validationId, targetId)
  for (const { validationId } of attachmentsTo(db, 'plan', [plan.id])) add(validationId, first)
  const byKey = new Map<string, PlanCheck>()
  for (const { check, resourceId } of placed) {
    const elsewhere = placed.some((one) => one.check.name === check.name && one.resourceId !== resourceId)
    const key = elsewhere && resourceId !== null ? `${check.name} ${resourceId}` : check.name
    const { name, command, tool, description, mode, timeoutS, phase, parse } = check
    if (!byKey.has(key))
      byKey.set(key, { name, command, tool, description, mode, timeoutS, phase, parse, key, resourceId })
  }
  return [...byKey.values()]
}

const failedRun = (note: string): Run => ({
  passed: false,
  exitCode: null,
  timedOut: false,
  durationMs: 0,
  output: '',
  note,
  tests: null,
})

/** What a check did beside looking: `fault` is what no check may do, `note` what else is to be known; null for nothing. */
type Undone = { readonly fault: string | null; readonly note: string | null }

/** What a check ran on, and what it did there. */
export type Settled = Undone & { readonly tree: string }

/** A run with what it did beside looking; for a fault it has failed, whatever it found. */
function withUndone<T extends Run>(run: T, { fault, note }: Undone): T {
  const all = [run.note, fault ?? '', note ?? ''].filter((part) => part !== '')
  return { ...run, passed: run.passed && fault === null, note: all.join(' ') }
}

/** The checks of plans: which there are, how they stand for what the plan holds now, and running one. */
export function createPlanValidations(deps: Deps) {
  const { db } = deps
  return {
    checks: (plan: CheckedPlan) => checksOf(db, plan),
    /** How every check of the plan stands for a tree; null for none yet. */
    standings: (plan: CheckedPlan, tree: string | null) =>
      standingsOf(checksOf(db, plan), latestResults(db, plan.id), tree),
    results: (planId: string) => resultsOf(db, planId),
    /** Runs a command the way checks are run, without recording it. */
    command: (request: Parameters<typeof runCheck>[1], hooks: CheckHooks) => runCheck(deps, request, hooks),
    /** Runs one check and records its end; `settle` is asked afterwards for what it did there. */
    async run(
      planId: string,
      check: PlanCheck,
      places: readonly Place[],
      settle: () => Promise<Settled>,
      hooks: CheckHooks,
    ): Promise<Result> {
      const home = places.find((place) => place.resourceId === check.resourceId) ?? places[0]
      const { ranOn, ...run } =
        home === undefined
          ? { ...failedRun(missingHome), ranOn: null }
          : check.command === null
            ? { ...failedRun(noTool(check.tool)), ranOn: home }
            : await runCheck(deps, { ...check, command: check.command, home, places }, hooks)
      const { tree, ...undone } = await settle()
      const { key, name, mode, phase } = check
      const result: Result = {
        ...withUndone(run, undone),
        id: deps.newId(),
        planId,
        key,
        name,
        mode,
        phase,
        ranOn: ranOn?.name ?? '',
        tree,
        at: deps.now(),
      }
      insertResult(db, result)
      return result
    },
  }
}
