import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser } from '@playwright/test'
import { createAgents, type Agents } from '../agents.ts'
import { type Bench } from '../bench.ts'
import { figure, type Figure } from '../figure.ts'
import { now, quiet } from '../machine.ts'
import { makeTargets } from '../repositories.ts'

const bareServer = `
const page = '<!doctype html><title>bare</title><main><ul><li>one</li></ul></main>'
const server = require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(page)
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port })))
`

/** Milliseconds from the start of a server that prints its address to the first list on its page. */
async function timeToList(browser: Browser, argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const started = now()
  const server = spawn(argv[0]!, argv.slice(1), { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'close')
  const context = await browser.newContext()
  try {
    let url = ''
    for await (const line of createInterface({ input: server.stdout })) {
      url = (JSON.parse(line) as { url?: string }).url ?? ''
      break
    }
    const page = await context.newPage()
    await page.goto(url)
    await page.locator('main li').first().waitFor()
    return now() - started
  } finally {
    await context.close()
    server.kill()
    await ended
  }
}

async function prepare(bench: Bench): Promise<Agents> {
  const agents = createAgents(bench.root, join(bench.scratch, 'first-screen'))
  const folder = join(bench.scratch, 'first-screen-repository')
  makeTargets(folder, 0)
  await agents.data('init', '--yes')
  await agents.data('resource', 'add', 'git-checkout', 'local/bench', '--path', folder)
  await agents.data('project', 'create', 'local/bench', '--resource', 'local/bench')
  // A plan that waits, so that the first screen has something to list.
  const words = ['plan', 'use', '--automation-profile', 'manual', '--arg', 'command=true']
  await agents.data(...words, 'local/run-command', 'local/bench')
  await agents.endCore()
  return agents
}

/** From the start of the server front to the first list in a browser that runs already. */
export async function firstScreen(bench: Bench): Promise<readonly Figure[]> {
  const agents = await prepare(bench)
  const node = join(bench.root, 'node_modules/.bin/node')
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  const times: { ours: number; bare: number }[] = []
  try {
    for (let run = 0; run <= bench.runs; run++) {
      await quiet(bench.quietMs)
      const bare = await timeToList(browser, [node, '-e', bareServer], agents.env)
      const ours = await timeToList(browser, [node, join(bench.root, 'out/main/server.js')], agents.env)
      times.push({ ours, bare })
      bench.say(`ours ${ours.toFixed(0)} ms, bare ${bare.toFixed(0)} ms`)
    }
  } finally {
    await browser.close()
  }
  const counted = times.slice(1)
  return [
    figure({
      group: 'first screen',
      name: 'server start to the first list',
      unit: 'ms',
      runs: counted.map((time) => time.ours),
      reference: { name: 'a bare server with one list', runs: counted.map((time) => time.bare) },
      target: { none: true },
    }),
  ]
}
