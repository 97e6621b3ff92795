import { createBuiltinActors } from '../builtin-actors'
import { createDecisions } from '../decisions'
import { watchSource } from '../infrastructure/files/watch-source'
import { createCommitKeeper } from '../infrastructure/git/commit-keeper'
import { createTreeEditor } from '../infrastructure/git/tree-editor'
import { createObjectReader } from '../infrastructure/git/object-reader'
import { createPlanInvariants, type Targets } from '../invariants'
import { createRunProgram } from '../infrastructure/git/run-program'
import { endMarked } from '../infrastructure/process/leftovers'
import { endProcessGroup, run } from '../infrastructure/process/run'
import { isSameProcess, seeProcess } from '../infrastructure/process/process-start'
import { createSyntax } from '../infrastructure/syntax/ast-grep'
import { lazyAstGrep } from '../infrastructure/syntax/load-ast-grep'
import { createPublicNames } from '../infrastructure/syntax/public-names'
import {
  createActivity,
  createBudgets,
  createChangeLog,
  createConversation,
  createGuidance,
  createPlans,
  createRunner,
  createSetAside,
  createSnoozeAlarm,
  createUsage,
  type ActionsPort,
  type PlanDeps,
  type ProfilesPort,
  type ProjectsPort,
  type RecoverDeps,
} from '../plans'
import { createReview, createReviewRows, type ReviewRows } from '../review'
import { createRisks, createRiskRows } from '../risk'
import { createPlanValidations } from '../validations'
import { createSandboxes, type Sandboxes } from '../sandboxes'
import type { Settings } from '../settings'
import { commandEnvironment, createChangeLedger, createToolbox, defaultToolLimits } from '../tools'
import type { buildModels } from './build-models'
import type { Foundation } from './foundation'
import { limitsFrom } from './plan-ports'

type Parts = {
  readonly settings: Settings
  readonly models: ReturnType<typeof buildModels>
  readonly actions: ActionsPort
  readonly projects: ProjectsPort
  readonly profiles: ProfilesPort
  readonly registeredPaths: () => readonly string[]
  readonly targets: () => Targets
}

/** Tools as the configuration limits them at the moment a phase begins. */
function toolboxFrom(foundation: Foundation, settings: Settings): PlanDeps['toolbox'] {
  const { git, redactor, config } = foundation
  return (resources, rights, before) => {
    const limits = {
      ...defaultToolLimits,
      fileBytes: settings.number('limits.file-bytes'),
      planBytes: settings.number('limits.plan-bytes'),
      planChanges: settings.number('limits.plan-changes'),
      outputBytes: settings.number('limits.tool-output-bytes'),
      commandSeconds: settings.number('limits.command-timeout-s'),
    }
    const deps = {
      git,
      openObjects: (folder: string) => createObjectReader(git, folder),
      run,
      limits,
      ledger: createChangeLedger(before),
      redact: redactor.redact,
      commandEnv: commandEnvironment(config.env),
    }
    return createToolbox(deps, resources, rights.phase, rights.readOnly)
  }
}

function startOf(pid: number): string {
  const seen = seeProcess(pid)
  return (seen.there && seen.start) || ''
}

/** What of a folder is copied at most; more is nothing to copy for each plan. */
const folderTotals = { totalBytes: 2 * 1024 ** 3, files: 200_000 }

/** What people look at before they decide: the changes, and how risky they are. */
function looks(
  { db, clock, newId }: Foundation,
  sandboxes: Sandboxes,
  rows: ReviewRows,
  astGrep: ReturnType<typeof lazyAstGrep>,
): Pick<PlanDeps, 'review' | 'risks'> {
  return {
    review: createReview({ rows, sandboxes, clock, newId }),
    risks: createRisks({ rows: createRiskRows(db, clock), sandboxes, publicNames: createPublicNames(astGrep) }),
  }
}

/** Ends what plans of a core that is gone have left running; answers how many. */
const endLeftovers: RecoverDeps['endLeftovers'] = async (marks, processes) => {
  const same = processes.filter(({ pid, start }) => start !== '' && isSameProcess(pid, start))
  for (const { pid } of same) endProcessGroup(pid, 0)
  return same.length + (await endMarked(marks))
}

/** What a rewrite may touch, as configured at the moment it asks. */
function rewriteLimits(settings: Settings) {
  return {
    get fileBytes() {
      return settings.number('limits.file-bytes')
    },
    get planChanges() {
      return settings.number('limits.plan-changes')
    },
  }
}

/** Plans: their lifecycle, sandboxes, tools and runner. */
export function buildPlans(foundation: Foundation, parts: Parts) {
  const { db, git, clock, newId, changes, redactor, environment, config } = foundation
  const { settings, models, actions, projects, profiles } = parts
  const limits = rewriteLimits(settings)
  const openObjects = (folder: string) => createObjectReader(git, folder)
  const rows = createReviewRows(db)
  const astGrep = lazyAstGrep()
  const sandboxes = createSandboxes({
    git,
    commits: createCommitKeeper(git),
    trees: createTreeEditor(git),
    runProgram: createRunProgram(git.environment),
    db,
    dataDir: config.dataDir,
    newId,
    clock,
    folderLimits: () => ({ ...folderTotals, fileBytes: settings.number('limits.file-bytes') }),
    trashDays: () => settings.number('sandbox.trash-days'),
    registeredPaths: parts.registeredPaths,
    hookSeconds: () => settings.number('limits.hook-timeout-s'),
    rejections: rows.rejections,
  })
  const deps: PlanDeps = {
    db,
    plans: createPlans(db),
    decisions: createDecisions(db),
    activity: createActivity(db, clock),
    conversation: createConversation(db, clock),
    usage: createUsage(db),
    budgets: createBudgets(db),
    guidance: createGuidance(db),
    setAside: createSetAside(db),
    invariants: createPlanInvariants({ db, targets: parts.targets }),
    validations: createPlanValidations({
      db,
      newId,
      now: clock,
      run,
      commandEnv: commandEnvironment(config.env),
      outputBytes: () => settings.number('limits.tool-output-bytes'),
      redact: redactor.redact,
    }),
    changeLog: createChangeLog(db, clock),
    changes,
    clock,
    newId,
    actions,
    projects,
    profiles,
    limits: limitsFrom(settings),
    sandboxes,
    ...looks(foundation, sandboxes, rows, astGrep),
    models: models.models,
    resolveActor: models.resolveActor,
    builtinActors: createBuiltinActors({ git, openObjects, syntax: createSyntax(astGrep), limits }),
    toolbox: toolboxFrom(foundation, settings),
    redact: redactor.redact,
    redactStream: redactor.stream,
    keysFor: environment.forPlan,
    rememberEnvironment: environment.remember,
    processStart: startOf,
    watchSource,
    reserve: foundation.reserve,
    unrecorded: new Map(),
    log: foundation.log,
  }
  return { deps, runner: createRunner(deps), alarm: createSnoozeAlarm(deps), endLeftovers }
}
