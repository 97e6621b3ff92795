import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createAgents } from '../agents.ts'
import { takeTurns, type Bench } from '../bench.ts'
import { figure, type Figure, type Target } from '../figure.ts'
import { median } from '../machine.ts'
import { startModel, type Model } from '../model.ts'
import type { ModelRequest, Operation } from '../model-process.ts'
import { git, makeTargets, resetTo, targetCount } from '../repositories.ts'
import { runMeasured, type MeasuredRun } from '../run-measured.ts'
import { runRawGit } from '../raw-git.ts'
import { addScripted } from '../scripted.ts'

/** The least time of eight other programs for the same work, measured on another day: `docs/benchmark.md`. */
const bestWallMs = 1830
/** What the bare loop took on that day, where the targets were set. */
const bareThen = { wallMs: 300, firstMs: 120, turnMs: 3 } as const

type TenRun = MeasuredRun & { readonly requests: readonly ModelRequest[] }

/** All ten lines are edited and committed, and nothing else is touched. */
function checkEdits(folder: string, commit: string, output: string): void {
  const rows = git(folder, 'diff', '--numstat', commit).split('\n')
  const right = rows.length === targetCount && rows.every((row) => /^1\t1\tsrc\/target_\d\d\.js$/.test(row))
  if (!right || git(folder, 'status', '--porcelain') !== '') throw new Error(`the plan did other work:\n${output}`)
}

/** Milliseconds between an answer and the request that follows it, by what the answer asked for. */
function gaps(requests: readonly ModelRequest[], operation: Operation): readonly number[] {
  return requests.flatMap((request, at) => {
    const next = requests[at + 1]
    return next && request.operation === operation ? [next.arrived - request.answered] : []
  })
}

function figuresOf(
  group: string,
  ours: readonly TenRun[],
  bare: readonly TenRun[],
  raw: readonly MeasuredRun[],
): Figure[] {
  const of = (read: (run: TenRun) => number) => ({
    runs: ours.map(read),
    reference: { name: 'bare loop', runs: bare.map(read) },
  })
  const sent = (run: TenRun) =>
    run.requests.filter(({ phase }) => phase !== 'strategize').reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const line = (name: string, unit: string, target: Target, read: (run: TenRun) => number): Figure =>
    figure({ group, name, unit, ...of(read), target })
  /** A time of the machine on which the bare loop took so long for the same. */
  const scaled = (below: number, whereReference: number, more = 0): Target => ({ below, whereReference, more })
  const git = raw.length > 0 ? median(raw.map((run) => run.wallMs)) : 0
  return [
    line('wall', 'ms', scaled(1500, bareThen.wallMs, git), (run) => run.wallMs),
    line('wall against the best other program', 'ms', scaled(bestWallMs, bareThen.wallMs), (run) => run.wallMs),
    figure({ group, name: 'CPU', unit: 's', ...of((run) => run.cpuSeconds), target: { none: true } }),
    line('memory of the whole tree, peak', 'MB', { below: 180 }, (run) => run.peakBytes / 1e6),
    line('sent for the execute phase', 'KB', { below: 650 }, sent),
    line('to the first request', 'ms', scaled(500, bareThen.firstMs), (run) => run.requests[0]!.arrived - run.started),
    line('turn with a read', 'ms', scaled(15, bareThen.turnMs), (run) => median(gaps(run.requests, 'read'))),
    line('turn with an edit and its checkpoint', 'ms', scaled(40, bareThen.turnMs), (run) =>
      median(gaps(run.requests, 'edit').slice(1)),
    ),
    figure({
      group,
      name: 'after the last request',
      unit: 'ms',
      ...of((run) => run.ended - run.requests.at(-1)!.answered),
      target: { none: true },
    }),
  ]
}

async function withFillers(bench: Bench, model: Model, fillers: number): Promise<readonly Figure[]> {
  const scratch = join(bench.scratch, `ten-${fillers}`)
  mkdirSync(scratch)
  const folder = join(scratch, 'repository')
  const commit = makeTargets(folder, fillers)
  const agents = createAgents(bench.root, join(scratch, 'home'))
  await addScripted(agents, model, folder)
  const node = join(bench.root, 'node_modules/.bin/node')
  const loop = join(import.meta.dirname, '../bare-loop.ts')
  const withRequests = async (run: MeasuredRun): Promise<TenRun> => ({ ...run, requests: await model.take() })
  const use = ['plan', 'use', '--automation-profile', 'full-auto', '--wait', '--arg', 'task=Do the benchmark work.']
  const runs = await takeTurns(bench, {
    // What a person waits for on a data folder that is set up: the command line, the core that it starts, the plan with its
    // sandbox and checkpoints, the apply to the checkout, and the end of the sandbox.
    ours: async () => {
      resetTo(folder, commit)
      await agents.endCore()
      await model.take()
      const run = await withRequests(await agents.sampled([model.pid], ...use, 'local/bench', 'local/bench'))
      checkEdits(folder, commit, run.output)
      return run
    },
    bare: async () => {
      resetTo(folder, commit)
      await model.take()
      const argv = [node, loop, model.url, folder]
      const measured = { argv, cwd: folder, env: agents.env, aside: [model.pid], sample: true }
      return withRequests(await runMeasured(measured))
    },
    raw: async () => {
      resetTo(folder, commit)
      return runRawGit(folder, join(scratch, 'raw'), agents.env)
    },
  })
  await agents.endCore()
  const ours = runs.ours as readonly TenRun[]
  return figuresOf(`ten, ${fillers} other files`, ours, runs.bare as readonly TenRun[], fillers > 1000 ? runs.raw : [])
}

/** The scripted plan: ten reads, ten edits and a command, with our command line and core against a model that takes no time. */
export async function scriptedPlan(bench: Bench): Promise<readonly Figure[]> {
  const model = await startModel()
  try {
    return [...(await withFillers(bench, model, 200)), ...(await withFillers(bench, model, 20_000))]
  } finally {
    model.end()
  }
}
