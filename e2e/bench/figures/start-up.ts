import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createAgents } from '../agents.ts'
import { takeTurns, wallOf, type Bench } from '../bench.ts'
import { figure, type Figure } from '../figure.ts'
import { startModel, type Model } from '../model.ts'
import { git, makeTargets, resetTo } from '../repositories.ts'
import { runMeasured } from '../run-measured.ts'
import { addScripted } from '../scripted.ts'

/** Milliseconds beyond the start of a bare Node. */
const allowed = { version: 100, init: 100, list: 50, status: 20, prompt: 200, apply: 1000 } as const

const rewrite = ['--arg', 'pattern=MARK_00', '--arg', 'rewrite=MARK_0', '--arg', 'language=javascript']

async function measure(bench: Bench, model: Model) {
  const agents = createAgents(bench.root, join(bench.scratch, 'start-up'))
  const folder = join(bench.scratch, 'start-up-repository')
  const commit = makeTargets(folder, 200)
  const node = join(bench.root, 'node_modules/.bin/node')
  const samples = join(bench.root, 'resources/actions')
  await addScripted(agents, model, folder)
  const shipped = readdirSync(samples).includes('rewrite-pattern.yaml')
  if (!shipped) throw new Error('the action local/rewrite-pattern no longer ships')
  const use = async (profile: string, ...words: readonly string[]): Promise<string> => {
    const all = ['plan', 'use', '--automation-profile', profile, '--wait', ...words, 'local/bench']
    return (await agents.data<{ plan_id: string }>(...all)).plan_id
  }
  // Only a plan with a model reads what it is told.
  const waiting = await use('manual', '--arg', 'task=Do the benchmark work.', 'local/bench')
  const bare = () => runMeasured({ argv: [node, '-e', '0'], cwd: agents.home, env: agents.env })
  const runs = await takeTurns(bench, {
    bare,
    version: () => agents.measured('version'),
    init: () => agents.measured('init', '--yes'),
    list: () => agents.measured('plan', 'list'),
    status: () => agents.measured('plan', 'status', waiting),
    prompt: () => agents.measured('plan', 'prompt', waiting, 'Keep the public names.'),
    apply: async () => {
      resetTo(folder, commit)
      const ready = await use('auto', ...rewrite, 'local/rewrite-pattern')
      const run = await agents.measured('plan', 'apply', '--yes', ready)
      if (git(folder, 'rev-parse', 'HEAD') === commit) throw new Error(`nothing was applied:\n${run.output}`)
      return run
    },
  })
  await agents.endCore()
  return runs
}

/** The command line with a live core, against a Node that does nothing. */
export async function startUp(bench: Bench): Promise<readonly Figure[]> {
  const model = await startModel()
  const runs = await measure(bench, model).finally(() => model.end())
  const reference = { name: 'node -e 0', runs: wallOf(runs.bare) }
  const line = (name: string, key: keyof typeof allowed): Figure =>
    figure({
      group: 'start-up',
      name,
      unit: 'ms',
      runs: wallOf(runs[key]),
      reference,
      target: { beyondReference: allowed[key] },
    })
  return [
    line('agents version', 'version'),
    line('agents init', 'init'),
    line('agents plan list', 'list'),
    line('agents plan status', 'status'),
    line('agents plan prompt', 'prompt'),
    line('agents plan apply', 'apply'),
  ]
}
