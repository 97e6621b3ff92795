import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { basename, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)

/** What the tests need besides npm packages: a file that shows it is there, and the Debian packages that bring it. */
const needs = [
  { what: 'Chromium', files: ['/usr/bin/chromium'], packages: ['chromium', 'fonts-noto-core'] },
  { what: 'git', files: ['/usr/bin/git', '/usr/local/bin/git'], packages: ['git'] },
]

/** Makes browser tests faster; Ubuntu does not have it, and what is there does as well. */
const faster = { file: '/usr/bin/chromium-headless-shell', packages: ['chromium-headless-shell'] }

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): number {
  process.stdout.write(`\n$ ${[command.replace(`${root}/`, ''), ...args].join(' ')}\n`)
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status ?? 1
}

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

const suites: readonly (readonly [string, ...string[]])[] = [
  [bin('vitest'), 'run', '--coverage'],
  [bin('vitest'), 'run', '--config', 'vitest.e2e.config.ts'],
  [bin('playwright'), 'test'],
]

const memory = '/dev/shm'
/** Bytes of memory that must be free before tests put their files there. */
const enough = 6 * 2 ** 30

/** Whether programs may be started from a folder: the hooks and checks of the tests' repositories lie there. */
function startsPrograms(folder: string): boolean {
  const program = join(folder, 'starts')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  return spawnSync(program).status === 0
}

const isRunning = (pid: string): boolean => existsSync(`/proc/${pid}`)

/**
 * A folder for what the tests write, which they do to thousands of small files and databases: in memory where there is plenty,
 * because a disk is waited for at each. Null for the usual place.
 */
function makeScratch(): string | null {
  if (!existsSync(memory) || Math.min(freemem(), freeIn(memory)) < enough) return null
  const prefix = join(memory, 'cleveragents-tests-')
  // One whose run was killed.
  for (const name of readdirSync(memory))
    if (name.startsWith(basename(prefix)) && !isRunning(name.slice(basename(prefix).length)))
      rmSync(join(memory, name), { recursive: true, force: true })
  const folder = `${prefix}${process.pid}`
  // Some tests work as another user.
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  if (startsPrograms(folder)) return folder
  rmSync(folder, { recursive: true })
  return null
}

function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function runSuites(): number {
  const scratch = makeScratch()
  const env = scratch === null ? process.env : { ...process.env, TMPDIR: scratch }
  try {
    // Every suite runs even where an earlier one failed, so that one run tells everything.
    return suites.filter(([command, ...args]) => run(command, args, env) !== 0).length
  } finally {
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}

process.exit(ensureNeeds() && runSuites() === 0 ? 0 : 1)
