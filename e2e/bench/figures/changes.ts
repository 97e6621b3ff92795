import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { manyLines } from '../../fixtures/changed-plan.ts'
import { startServerCore } from '../../fixtures/core.ts'
import { changes } from '../../pages/changes.ts'
import { type Bench } from '../bench.ts'
import { figure, type Figure } from '../figure.ts'
import { quiet } from '../machine.ts'

const frames = 120

/** Scrolls a box 200 px a frame; answers the milliseconds the page's thread worked for each. */
async function workPerFrame(page: Page, selector: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const before = await worked()
  await page.locator(selector).evaluate(
    (box, count) =>
      new Promise<void>((resolve) => {
        let at = 0
        const step = () => {
          box.scrollTop = 200 * ++at
          if (at < count) requestAnimationFrame(step)
          else resolve()
        }
        requestAnimationFrame(step)
      }),
    frames,
  )
  const after = await worked()
  await session.detach()
  return (after - before) / frames
}

const plain = `<!doctype html><title>plain</title><pre id="box" style="height:700px;overflow:auto;font:12px/18px monospace">${Array.from(
  { length: 20_000 },
  (_, at) => `  const value${at} = compute(${at}, 'before') // line ${at}`,
).join('\n')}</pre>`

/** A file of 20,000 changed rows: opening it, and scrolling it in both layouts against plain text in the same browser. */
export async function changesScreen(bench: Bench): Promise<readonly Figure[]> {
  const folder = join(bench.scratch, 'changes')
  mkdirSync(join(folder, 'home'), { recursive: true })
  const core = await startServerCore(join(folder, 'home'), {})
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  const runs = { open: [] as number[], unified: [] as number[], split: [] as number[], plain: [] as number[] }
  try {
    const { planId } = await manyLines(core.client, folder, 20, 100)
    for (let run = 0; run <= bench.runs; run++) {
      await quiet(bench.quietMs)
      const context = await browser.newContext({ viewport: { width: 1400, height: 860 } })
      const page = await context.newPage()
      await page.setContent(plain)
      const text = await workPerFrame(page, '#box')
      await page.goto(await core.newUrl())
      const screen = changes(page)
      await screen.open(core.endpoint, planId)
      await screen.filter.fill('file-7.ts')
      await screen.diff('src/part-7/file-7.ts').waitFor()
      const from = performance.now()
      await screen.filter.fill('long.ts')
      await screen.diff('src/long.ts').getByText('Hunk 1', { exact: true }).waitFor()
      const open = performance.now() - from
      const unified = await workPerFrame(page, '[role=grid]')
      await screen.layout('Split').click()
      const split = await workPerFrame(page, '[role=grid]')
      await context.close()
      bench.say(
        `open ${open.toFixed(0)} ms; a frame works ${unified.toFixed(1)}, split ${split.toFixed(1)}, text ${text.toFixed(1)} ms`,
      )
      if (run === 0) continue
      runs.open.push(open)
      runs.unified.push(unified)
      runs.split.push(split)
      runs.plain.push(text)
    }
  } finally {
    await browser.close()
    await core.stop()
  }
  const group = 'changes'
  const reference = { name: 'plain text of as many lines', runs: runs.plain }
  return [
    figure({ group, name: 'opening 20,000 changed rows', unit: 'ms', runs: runs.open, target: { below: 300 } }),
    figure({
      group,
      name: 'work of a frame, unified',
      unit: 'ms',
      runs: runs.unified,
      reference,
      target: { below: 16 },
    }),
    figure({ group, name: 'work of a frame, split', unit: 'ms', runs: runs.split, reference, target: { below: 16 } }),
  ]
}
