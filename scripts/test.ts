import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)

/** What the tests need besides npm packages: a file that shows it is there, and the Debian packages that bring it. */
const needs = [
  { what: 'Chromium', files: ['/usr/bin/chromium'], packages: ['chromium', 'fonts-noto-core'] },
  { what: 'git', files: ['/usr/bin/git', '/usr/local/bin/git'], packages: ['git'] },
]

/** Makes browser tests faster; Ubuntu does not have it, and what is there does as well. */
const faster = { file: '/usr/bin/chromium-headless-shell', packages: ['chromium-headless-shell'] }

const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs Debian packages, with an old list of packages first and then a new one; answers whether they are there. */
function install(packages: readonly string[], told: 'inherit' | 'ignore'): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', told], env }).status === 0
  process.stdout.write(`Installing ${packages.join(', ')} …\n`)
  const once = () => apt('install', '-y', '--no-install-recommends', ...packages)
  return once() || (apt('update') && once())
}

/** Installs what is missing as root on Debian or Ubuntu; elsewhere says what to install. */
function ensureNeeds(): boolean {
  const missing = needs.filter((need) => !need.files.some((file) => existsSync(file)))
  const packages = missing.flatMap((need) => need.packages)
  const isComplete = missing.length === 0 || (canInstall && install(packages, 'inherit'))
  if (isComplete && canInstall && !existsSync(faster.file)) install(faster.packages, 'ignore')
  if (isComplete) return true
  process.stderr.write(
    `The tests need ${missing.map((need) => need.what).join(' and ')}. Install: ${packages.join(' ')}\n`,
  )
  return false
}

type Suite = readonly [string, ...string[]]

/**
 * What runs side by side, each in its order. Much of every suite is waiting for processes and pages, so that two of them
 * need little more time than the longer one.
 */
const lanes: readonly (readonly Suite[])[] = [
  [
    [bin('playwright'), 'test'],
    [bin('vitest'), 'run', '--config', 'vitest.e2e.config.ts'],
  ],
  [[bin('vitest'), 'run', '--coverage']],
]

type Ended = { readonly isPassed: boolean; readonly output: string }

/** Runs a suite; what it prints is shown at once where it is `live`, and kept where not. */
function run([command, ...args]: Suite, live: boolean): Promise<Ended> {
  const head = `\n$ ${[command.replace(`${root}/`, ''), ...args].join(' ')}\n`
  if (live) process.stdout.write(head)
  return new Promise((settle, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', fail)
    child.on('close', (code) =>
      settle({ isPassed: code === 0, output: live ? '' : head + Buffer.concat(chunks).toString('utf8') }),
    )
  })
}

/** Every suite runs even where an earlier one failed, so that one run tells everything. */
async function runLane(suites: readonly Suite[], live: boolean): Promise<readonly Ended[]> {
  const ended: Ended[] = []
  for (const suite of suites) ended.push(await run(suite, live))
  return ended
}

async function runAll(): Promise<boolean> {
  // One lane is shown while it runs; the others follow whole, so that no two are mixed.
  const ended = (await Promise.all(lanes.map((lane, at) => runLane(lane, at === 0)))).flat()
  for (const { output } of ended) process.stdout.write(output)
  return ended.every(({ isPassed }) => isPassed)
}

process.exit(ensureNeeds() && (await runAll()) ? 0 : 1)
