import { appendFileSync, chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ORPCError } from '@orpc/client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlanView } from '@shared/contract/plan-view'
import { startModelServer, type Conversation, type ModelServer } from '../../e2e/model-server'
import { nextStep, type ScriptedPhases } from '../../e2e/model-server/scenario'
import { git, newFolder, newRepository, startTestApp, type TestApp } from '../app/testing-app'
import { runGit } from '../infrastructure/git/testing'
import { choice, command as run, finishExecution, finishStrategy, write } from './control/testing'

/** Sequences that are tried; more of them with COMMAND_RUNS, the same ones with COMMAND_SEED. */
const runs = Number(process.env['COMMAND_RUNS'] ?? 8)
const seed = process.env['COMMAND_SEED']

const kinds = ['plain', 'unsure', 'forbidden', 'refused'] as const
type Kind = (typeof kinds)[number]

/** Work that comes to its end, asks a person, breaks a rule, or is refused by a hook. */
const work = (kind: Kind): ScriptedPhases => ({
  strategize: [choice(0.95, { question: 'Which way?' }), finishStrategy],
  execute: [
    choice(kind === 'unsure' ? 0.3 : 0.95, { question: 'First?' }),
    write('a.txt', `one\n${'line\n'.repeat(12)}two\n`),
    write(kind === 'forbidden' ? 'forbidden/new.txt' : 'made/new.txt', kind === 'refused' ? 'refused\n' : 'two\n'),
    { call: 'delete_file', args: { path: 'b.txt' } },
    run('echo line >> made.txt; chmod +x made.txt; rm -rf made'),
    finishExecution,
  ],
})

const kindOf = ({ events }: Conversation): Kind =>
  kinds.find((kind) => events.some((event) => event.kind === 'user' && event.text.includes(`Work: ${kind}.`))) ??
  'plain'

let app: TestApp
let model: ModelServer
const dataDir = newFolder()
const folder = newRepository({ 'a.txt': `a\n${'line\n'.repeat(12)}z\n`, 'b.txt': 'b\n', 'theirs.txt': '' })
const start = () =>
  startTestApp({
    dataDir,
    env: { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: 'sk-test-key-that-is-secret-123' },
  })

beforeAll(async () => {
  model = await startModelServer({
    scenario: (conversation) => nextStep(work(kindOf(conversation)), conversation, new Set()),
  })
  app = await start()
  const project = await app.project(folder)
  for (const role of ['strategy', 'execution'])
    await app.client.settings.set({ key: `actor.default.${role}`, value: 'openai/gpt-5.4' })
  const { source: trusted } = await app.client.profiles.show({ profile: 'trusted' })
  const capped = trusted.replace(/^name:.*$/m, 'name: local/capped')
  await app.client.profiles.add({ source: `${capped}\nsafety: { max_cost_per_plan: 0.05 }\n` })
  await app.client.invariants.add({ text: 'Stay out', projects: [project], never_paths: ['forbidden/**'] })
  const hook = join(folder, '.git/hooks/pre-merge-commit')
  writeFileSync(hook, '#!/bin/sh\nif grep -rqs refused made; then echo refused; exit 3; fi\n')
  chmodSync(hook, 0o755)
  const { hash } = await app.client.resources.trustText({ resource: 'local/demo-repo' })
  await app.client.resources.trust({ resource: 'local/demo-repo', hash })
})
afterAll(async () => {
  await app.close()
  await model.close()
})

const commands = [
  'execute',
  'approve',
  'prompt',
  'stop',
  'cancel',
  'apply',
  'rollback',
  'correct',
  'undo',
  'restore',
  'setProfile',
  'update',
  'fix',
  'reject',
  'accept',
  'waive',
  'raise',
  'repair',
] as const
type Command = (typeof commands)[number]
/** What happens around a plan: the application ends, somebody commits, writes into its sandbox, or removes that. */
const events = ['restart', 'commit', 'byHand', 'lose'] as const
type Event = (typeof events)[number]
type Step = { readonly command: Command | Event; readonly rests: boolean; readonly pick: number }

const profiles = 'manual review supervised cautious trusted auto ci full-auto local/capped'.split(' ')
const texts = ['echo line >> made.txt', 'echo line >> made.txt; sleep 0.05', 'echo no >&2; exit 3', 'true']

/** A plan runs a command that changes a file, or one that fails, or works with a model. */
const plans = fc.record({
  profile: fc.constantFrom(...profiles),
  uses: fc.oneof(
    fc.record({
      action: fc.constant('local/run-command'),
      args: fc.record({
        command: fc.constantFrom(...texts),
      }),
    }),
    fc.record({
      action: fc.constant('local/fix-bug'),
      args: fc.record({ bug_description: fc.constantFrom(...kinds).map((kind) => `Work: ${kind}.`) }),
    }),
  ),
})
const steps = fc.array(
  fc.record({
    command: fc.constantFrom<Step['command']>(...commands, ...events),
    rests: fc.boolean(),
    pick: fc.nat(),
  }),
  { minLength: 2, maxLength: 10 },
)

// A rollback after Apply leaves commits that cancel each other out, so contents are compared, not commits.
const source = () => [git(folder, 'rev-parse', 'HEAD^{tree}'), git(folder, 'status', '--porcelain')].join()

function expectLegal(plan: PlanView): void {
  const allowed = {
    strategize: ['queued', 'processing', 'awaiting_input', 'errored', 'cancelled'],
    execute: ['queued', 'processing', 'awaiting_input', 'errored', 'cancelled'],
    apply: ['queued', 'processing', 'constrained', 'errored', 'applied', 'cancelled'],
  }[plan.phase]
  expect(allowed).toContain(plan.state)
  expect(plan.reason !== null).toBe(plan.state === 'awaiting_input' || plan.state === 'constrained')
  expect(plan.error !== null).toBe(plan.state === 'errored')
  expect(plan.timing.ended !== null).toBe(plan.state === 'applied' || plan.state === 'cancelled')
  expect(plan.waiting_decisions > 0).toBe(plan.reason === 'low_confidence')
}

/** What is left in the repository and in the data folder of plans that ended. */
function expectNothingLeft(): void {
  expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
  expect(git(folder, 'for-each-ref', '--format=%(refname)', 'refs/heads/cleveragents')).toBe('')
  const sandboxes = join(dataDir, 'sandboxes')
  expect(existsSync(sandboxes) ? readdirSync(sandboxes) : []).toEqual([])
}

/** The files of a folder as git would store them, worked out with an index of its own. */
function treeOf(path: string): string {
  const index = join(newFolder(), 'index')
  const env = { ...process.env, GIT_INDEX_FILE: index }
  runGit(['add', '-A'], { cwd: path, env })
  return runGit(['write-tree'], { cwd: path, env }).trim()
}

/** What stands in the sandbox is the tree of the checkpoint, but for paths that somebody else alone has changed. */
function expectTreeOf(plan: PlanView, number: number, kept: readonly string[]): void {
  const refs = git(folder, 'for-each-ref', '--format=%(refname)', 'refs/cleveragents/checkpoints').split('\n')
  const ref = refs.find((one) => one.includes(plan.plan_id) && one.endsWith(`/${number}`))
  expect(ref, refs.join(' ')).toBeDefined()
  const different = git(folder, 'diff', '--name-only', `${ref}^{tree}`, treeOf(plan.resources[0]!.sandbox_path!))
  expect(different.split('\n').filter((path) => path !== '' && !kept.includes(path))).toEqual([])
}

async function rollBack(planId: string, pick: number): Promise<PlanView | null> {
  const { checkpoints } = await app.client.plans.artifacts({ plan_id: planId })
  const checkpoint = checkpoints[pick % Math.max(1, checkpoints.length)]
  if (!checkpoint) return null
  const input = { plan_id: planId, checkpoint_id: checkpoint.id, on_conflict: 'overwrite' } as const
  const { plan, kept } = await app.client.plans.rollback(input)
  expectTreeOf(plan, checkpoint.number, kept)
  return plan
}

async function correct(planId: string, pick: number): Promise<PlanView | null> {
  const { nodes } = await app.client.plans.tree({ plan_id: planId })
  const node = nodes[pick % nodes.length]
  if (!node) return null
  // A built-in actor follows another alternative, and refuses guidance.
  const other = node.alternatives.findIndex(({ text }) => text !== node.chosen)
  const wish = node.confidence !== null && other >= 0 ? { choose: other + 1 } : { guidance: 'Otherwise.' }
  const mode = pick % 3 === 0 ? 'append' : 'revert'
  return (await app.client.plans.correct({ decision_id: node.id, mode, on_conflict: 'overwrite', ...wish })).plan
}

/** Rejects or accepts one of the files that the plan changes, or its first hunk. */
async function decide(planId: string, verb: 'reject' | 'accept', pick: number): Promise<null> {
  const { files } = await app.client.plans.diff({ plan_id: planId, patches: false })
  const file = files[pick % Math.max(1, files.length)]
  const { path, resource } = file ?? { path: 'a.txt', resource: 'local/demo-repo' }
  await app.client.plans[verb]({ plan_id: planId, path, resource, ...(pick % 2 === 0 ? {} : { hunk: 1 }) })
  return null
}

/** Sends a command; those that go back pick one of the checkpoints or decisions there are. */
async function send(planId: string, command: Command, pick: number): Promise<PlanView | null> {
  const { plans: asked } = app.client
  const input = { plan_id: planId, text: 'Mind the tests.' }
  switch (command) {
    case 'rollback':
      return rollBack(planId, pick)
    case 'correct':
      return correct(planId, pick)
    case 'reject':
    case 'accept':
      return decide(planId, command, pick)
    case 'undo':
      return (await asked.undo({ ...input, on_conflict: 'overwrite' })).plan
    case 'update':
      return (await asked.update({ ...input, rest: pick % 2 === 0 ? 'plan' : 'target' })).plan
    case 'raise':
      return asked.approve({ plan_id: planId, budget_usd: 50 })
    case 'waive': {
      const { invariants } = await asked.status({ plan_id: planId })
      const rule = invariants.find(({ verdict }) => verdict === 'violated')
      return rule ? asked.approve({ plan_id: planId, waive: rule.id, reason: 'For now.' }) : null
    }
    case 'setProfile': {
      const profile = ['manual', 'trusted', 'local/capped'][pick % 3]!
      return asked.setProfile({ plan_id: planId, automation_profile: profile })
    }
    default:
      return asked[command](input)
  }
}

/** What was refused because of how the plan stands at that moment. */
const notDue: ReadonlySet<unknown> = new Set(
  'review.no_file review.no_hunk review.no_resource update.no_sandbox sandbox.missing'.split(' '),
)

/** Performs one step; a command that is not due is refused as a conflict, and nothing else may go wrong. */
async function perform(planId: string, { command, pick }: Step): Promise<void> {
  switch (command) {
    case 'restart':
      await app.close()
      app = await start()
      return
    case 'commit': {
      if ((await app.rest(planId)).phase === 'apply') return
      const path = pick % 2 === 0 ? 'theirs.txt' : 'a.txt'
      appendFileSync(join(folder, path), `theirs ${pick}\n`)
      git(folder, 'commit', '-qam', 'theirs')
      return
    }
    case 'byHand':
    case 'lose': {
      const [{ sandbox_path: path } = { sandbox_path: null }] = (await app.rest(planId)).resources
      if (path === null || !existsSync(path)) return
      if (command === 'lose') rmSync(path, { recursive: true })
      else appendFileSync(join(path, pick % 2 === 0 ? 'hand.txt' : 'a.txt'), 'by hand\n')
      return
    }
    default:
  }
  try {
    const plan = await send(planId, command, pick)
    if (plan) expectLegal(plan)
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    const { code } = error.data as { code: string }
    if (!notDue.has(code)) expect(error.code, code).toBe('CONFLICT')
  }
}

it('no sequence of commands brings a plan where it may not be, or touches the source before Apply', async () => {
  await fc.assert(
    fc.asyncProperty(plans, steps, async ({ profile, uses }, sequence) => {
      let before = source()
      const { plan_id: planId } = await app.client.plans.use({
        ...uses,
        projects: ['local/demo'],
        automation_profile: profile,
      })
      for (const step of sequence) {
        await perform(planId, step)
        const now = step.rests ? await app.rest(planId) : await app.client.plans.status({ plan_id: planId })
        expectLegal(now)
        if (now.phase === 'apply') continue
        if (step.command === 'commit') before = source()
        expect(source()).toBe(before)
      }
      const end = await app.rest(planId)
      if (end.state !== 'applied' && end.state !== 'cancelled') {
        await app.client.plans.cancel({ plan_id: planId })
        expect(source()).toBe(before)
      }
      expect(git(folder, 'status', '--porcelain')).toBe('')
      expectNothingLeft()
      expect(app.faults).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true, ...(seed === undefined ? {} : { seed: Number(seed) }) },
  )
}, 12_000_000)
