import { join } from 'node:path'
import { createAgents } from '../agents.ts'
import { takeTurns, wallOf, type Bench } from '../bench.ts'
import { figure, type Figure } from '../figure.ts'
import { makeHistory } from '../repositories.ts'
import { runMeasured } from '../run-measured.ts'

/** Registering a large checkout with a live core, against git listing its files and its commits. */
export async function register(bench: Bench): Promise<readonly Figure[]> {
  const agents = createAgents(bench.root, join(bench.scratch, 'register'))
  const folder = join(bench.scratch, 'register-repository')
  await makeHistory(folder, 20_000, 2000)
  await agents.data('init', '--yes')
  const raw = 'git ls-tree -r HEAD > /dev/null; git log > /dev/null'
  let count = 0
  const runs = await takeTurns(bench, {
    ours: async () => {
      if (count > 0) await agents.data('resource', 'remove', `local/large-${count}`)
      return agents.measured('resource', 'add', 'git-checkout', `local/large-${++count}`, '--path', folder)
    },
    raw: () => runMeasured({ argv: ['/bin/sh', '-c', raw], cwd: folder, env: agents.env }),
  })
  await agents.endCore()
  return [
    figure({
      group: 'register',
      name: '20,000 files, 2,000 commits',
      unit: 'ms',
      runs: wallOf(runs.ours),
      reference: { name: 'git ls-tree -r; git log', runs: wallOf(runs.raw) },
      target: { withinTimes: 3 },
    }),
  ]
}
