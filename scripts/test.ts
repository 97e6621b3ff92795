import { spawnSync } from 'node:child_process'
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

function run(command: string, args: readonly string[]): number {
  process.stdout.write(`\n$ ${[command.replace(`${root}/`, ''), ...args].join(' ')}\n`)
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1
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

// Every suite runs even where an earlier one failed, so that one run tells everything.
const failures = ensureNeeds() ? suites.filter(([command, ...args]) => run(command, args) !== 0).length : 1
process.exit(failures === 0 ? 0 : 1)
