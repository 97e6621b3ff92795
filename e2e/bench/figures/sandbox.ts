import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createAgents } from '../agents.ts'
import { type Bench } from '../bench.ts'
import { figure, type Figure } from '../figure.ts'
import { loadInside } from '../load-inside.ts'
import { quiet } from '../machine.ts'
import { runRawGit } from '../raw-git.ts'
import { makeTargets, newLine, oldLine, targetCount, targetPath } from '../repositories.ts'

const edits = Array.from({ length: targetCount }, (_, at) => ({
  path: targetPath(at),
  from: oldLine(at),
  to: newLine(at),
}))

async function withFillers(bench: Bench, fillers: number): Promise<Figure> {
  const scratch = join(bench.scratch, `sandbox-${fillers}`)
  mkdirSync(scratch)
  const { env } = createAgents(bench.root, join(scratch, 'home'))
  const folder = join(scratch, 'repository')
  makeTargets(folder, fillers)
  const inside = await loadInside(bench.root)
  const ours = await inside.openSandboxBench(folder, join(scratch, 'data'), env)
  const times: { ours: number; raw: number }[] = []
  for (let run = 0; run <= bench.runs; run++) {
    await quiet(bench.quietMs)
    const raw = (await runRawGit(folder, join(scratch, 'raw'), env)).wallMs
    times.push({ ours: await ours.once(edits), raw })
    bench.say(`ours ${times.at(-1)!.ours.toFixed(0)} ms, git ${raw.toFixed(0)} ms`)
  }
  ours.close()
  const counted = times.slice(1)
  return figure({
    group: 'sandbox',
    name: `create, ten edits, diff, remove; ${fillers} files`,
    unit: 'ms',
    runs: counted.map((time) => time.ours),
    reference: { name: 'the same with git alone', runs: counted.map((time) => time.raw) },
    target: { withinTimes: 2 },
  })
}

/** A sandbox from its start to its end, against git's own worktree. */
export async function sandbox(bench: Bench): Promise<readonly Figure[]> {
  return [await withFillers(bench, 200), await withFillers(bench, 20_000)]
}
