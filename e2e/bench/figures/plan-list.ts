import { join } from 'node:path'
import { createAgents } from '../agents.ts'
import { type Bench } from '../bench.ts'
import { figure, type Figure } from '../figure.ts'
import { loadInside } from '../load-inside.ts'
import { quiet } from '../machine.ts'
import { makeTargets } from '../repositories.ts'

const plans = 10_000

/** Listing many plans inside the core. */
export async function planList(bench: Bench): Promise<readonly Figure[]> {
  const agents = createAgents(bench.root, join(bench.scratch, 'plan-list'))
  const folder = join(bench.scratch, 'plan-list-repository')
  makeTargets(folder, 0)
  await agents.data('init', '--yes')
  await agents.data('resource', 'add', 'git-checkout', 'local/bench', '--path', folder)
  await agents.data('project', 'create', 'local/bench', '--resource', 'local/bench')
  const words = ['plan', 'use', '--automation-profile', 'manual', '--arg', 'command=true']
  await agents.data(...words, 'local/run-command', 'local/bench')
  await agents.endCore()
  const inside = await loadInside(bench.root)
  await quiet(bench.quietMs)
  const runs = await inside.timePlanList(agents.dataDir, agents.env, plans, bench.runs * 3)
  bench.say(runs.map((time) => `${time.toFixed(1)} ms`).join(', '))
  return [figure({ group: 'plan list', name: '10,000 plans inside the core', unit: 'ms', runs, target: { below: 30 } })]
}
