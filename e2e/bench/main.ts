// Usage: npm run bench -- [--only start-up,sandbox] [--runs 5] [--quiet 15] [--out test-results/bench.json]
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../scripts/build.ts'
import type { Bench } from './bench.ts'
import { table, type Figure } from './figure.ts'
import { changesScreen } from './figures/changes.ts'
import { firstScreen } from './figures/first-screen.ts'
import { planList } from './figures/plan-list.ts'
import { register } from './figures/register.ts'
import { sandbox } from './figures/sandbox.ts'
import { scriptedPlan } from './figures/scripted-plan.ts'
import { startUp } from './figures/start-up.ts'

const groups: Readonly<Record<string, (bench: Bench) => Promise<readonly Figure[]>>> = {
  'start-up': startUp,
  'first-screen': firstScreen,
  changes: changesScreen,
  register,
  'plan-list': planList,
  ten: scriptedPlan,
  sandbox,
}

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(groups).join(',') },
    runs: { type: 'string', default: '5' },
    quiet: { type: 'string', default: '15' },
    out: { type: 'string', default: join(root, 'test-results/bench.json') },
  },
})

await ensureBuilt(root)
// Disks slow down after many deletions; memory does not.
const scratch = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'cleveragents-bench-'))
const figures: Figure[] = []
const faults: { readonly group: string; readonly fault: string }[] = []
try {
  for (const group of values.only.split(',')) {
    const measure = groups[group]
    if (!measure) throw new Error(`There is no group ${group}; choose from ${Object.keys(groups).join(', ')}.`)
    const say = (text: string) => process.stderr.write(`${group}: ${text}\n`)
    const bench = { root, scratch, runs: Number(values.runs), quietMs: Number(values.quiet) * 1000, say }
    try {
      figures.push(...(await measure(bench)))
    } catch (error) {
      // The other groups still tell something, and the report says which one did not.
      faults.push({ group, fault: String(error) })
      say(String(error))
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model ?? '',
  node: process.version,
  git: execFileSync('git', ['version'], { encoding: 'utf8' }).trim(),
}
mkdirSync(dirname(values.out), { recursive: true })
writeFileSync(values.out, `${JSON.stringify({ date: new Date().toISOString(), machine, figures, faults }, null, 1)}\n`)
console.log(`${table(figures)}\n`)
for (const { group, fault } of faults) console.log(`${group} could not be measured: ${fault.split('\n')[0]}`)
console.log(`Medians of ${values.runs} runs; all runs are in ${values.out}`)
