import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ORPCError } from '@orpc/client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlanView } from '@shared/contract/plan-view'
import { git, newFolder, newRepository, startTestApp, type TestApp } from '../app/testing-app'

let app: TestApp
const dataDir = newFolder()
const folder = newRepository({ 'a.txt': 'a\n' })
beforeAll(async () => {
  app = await startTestApp({ dataDir })
  await app.project(folder)
})
afterAll(() => app.close())

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
] as const
type Command = (typeof commands)[number]
type Step = { readonly command: Command | 'restart'; readonly rests: boolean; readonly pick: number }

/** A plan runs a command that changes a file, or one that fails. */
const plans = fc.record({
  profile: fc.constantFrom('manual', 'review', 'supervised', 'cautious', 'trusted', 'auto', 'ci', 'full-auto'),
  command: fc.constantFrom('echo line >> made.txt', 'echo line >> made.txt; sleep 0.05', 'echo no >&2; exit 3', 'true'),
})
const steps = fc.array(
  fc.record({ command: fc.constantFrom<Step['command']>(...commands, 'restart'), rests: fc.boolean(), pick: fc.nat() }),
  { minLength: 2, maxLength: 8 },
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

/** Sends a command; those that go back pick one of the checkpoints or decisions there are. */
async function send(planId: string, command: Command, pick: number): Promise<PlanView | null> {
  const { plans: asked } = app.client
  const input = { plan_id: planId, text: 'Mind the tests.' }
  switch (command) {
    case 'rollback': {
      const { checkpoints } = await asked.artifacts({ plan_id: planId })
      const checkpoint = checkpoints[pick % Math.max(1, checkpoints.length)]
      return checkpoint ? (await asked.rollback({ plan_id: planId, checkpoint_id: checkpoint.id })).plan : null
    }
    case 'correct': {
      const { nodes } = await asked.tree({ plan_id: planId })
      const node = nodes[pick % nodes.length]
      const mode = pick % 3 === 0 ? 'append' : 'revert'
      if (!node) return null
      // A built-in actor follows another alternative, and refuses guidance.
      const other = node.alternatives.findIndex(({ text }) => text !== node.chosen)
      const wish = node.confidence !== null && other >= 0 ? { choose: other + 1 } : { guidance: 'Otherwise.' }
      return (await asked.correct({ decision_id: node.id, mode, ...wish })).plan
    }
    case 'undo':
      return (await asked.undo(input)).plan
    case 'setProfile':
      return asked.setProfile({ plan_id: planId, automation_profile: pick % 2 === 0 ? 'manual' : 'trusted' })
    default:
      return asked[command](input)
  }
}

/** Performs one step; a command that is not due is refused as a conflict, and nothing else may go wrong. */
async function perform(planId: string, { command, pick }: Step): Promise<void> {
  if (command === 'restart') {
    await app.close()
    app = await startTestApp({ dataDir })
    return
  }
  try {
    const plan = await send(planId, command, pick)
    if (plan) expectLegal(plan)
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    expect(error.code).toBe('CONFLICT')
  }
}

it('no sequence of commands brings a plan where it may not be, or touches the source before Apply', async () => {
  await fc.assert(
    fc.asyncProperty(plans, steps, async ({ profile, command }, sequence) => {
      const before = source()
      const used = await app.client.plans.use({
        action: 'local/run-command',
        projects: ['local/demo'],
        args: { command },
        automation_profile: profile,
      })
      const planId = used.plan_id
      for (const step of sequence) {
        await perform(planId, step)
        const now = step.rests ? await app.rest(planId) : await app.client.plans.status({ plan_id: planId })
        expectLegal(now)
        if (now.phase !== 'apply') expect(source()).toBe(before)
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
    { numRuns: 12, endOnFailure: true },
  )
}, 180_000)
