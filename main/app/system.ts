import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { system as contract } from '@shared/contract/settings'
import { Refusal } from '@shared/model/refusal'
import { schemaVersion } from '../infrastructure/db/migrate'
import type { HandlersOf } from '../platform/handlers'
import type { Settings } from '../settings'
import type { Foundation } from './foundation'

/** What only the process that holds the core can tell. */
export type CoreFacts = {
  readonly started: number
  readonly endpoint: () => string | null
  /** Whether Electron's binary is there; else the browser front is what opens. */
  readonly electron: () => boolean
}

type Deps = {
  readonly foundation: Foundation
  readonly settings: Settings
  readonly facts: CoreFacts
  readonly sample: () => Promise<{ readonly project: string; readonly path: string }>
}
type Check = Awaited<ReturnType<HandlersOf<typeof contract>['diagnostics']>>['checks'][number]

const ok = (name: string, message: string): Check => ({ name, status: 'ok', message, hint: '' })
const lowDiskBytes = 1024 ** 3

function databaseCheck({ db, database }: Foundation): Check {
  const row = db.get<{ quick_check: string }>(sql`PRAGMA quick_check(1)`)
  if (row?.quick_check === 'ok') return ok('database', `${database.file}, schema ${schemaVersion()}`)
  return {
    name: 'database',
    status: 'error',
    message: `The database is damaged: ${row?.quick_check}`,
    hint: 'Restore a copy from the backups folder.',
  }
}

function folderCheck({ config }: Foundation): Check {
  try {
    accessSync(config.dataDir, constants.R_OK | constants.W_OK)
    return ok('permissions', `${config.dataDir} can be written`)
  } catch (error) {
    return {
      name: 'permissions',
      status: 'error',
      message: `${config.dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      hint: 'Give yourself the right to write there, or set CLEVERAGENTS_HOME.',
    }
  }
}

function diskCheck({ config }: Foundation): Check {
  const { bavail, bsize } = statfsSync(config.dataDir)
  const free = bavail * bsize
  const message = `${(free / 1e9).toFixed(1)} GB free`
  return free > lowDiskBytes
    ? ok('disk', message)
    : { name: 'disk', status: 'warn', message, hint: 'Plans copy repositories; make room before starting large ones.' }
}

async function gitCheck({ git }: Foundation): Promise<Check> {
  try {
    const [major, minor] = await git.version()
    const found = `git ${major}.${minor}`
    if (major > 2 || (major === 2 && minor >= 34)) return ok('git', found)
    return { name: 'git', status: 'error', message: `${found} is too old.`, hint: 'Install git 2.34 or newer.' }
  } catch (error) {
    return {
      name: 'git',
      status: 'error',
      message: `git cannot be started (${String(error).slice(0, 120)}).`,
      hint: 'Install git 2.34 or newer.',
    }
  }
}

function configurationCheck({ settings, foundation }: Deps): Check {
  try {
    settings.list()
    return ok(
      'configuration',
      existsSync(foundation.configFile.path) ? foundation.configFile.path : 'defaults, no file',
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { name: 'configuration', status: 'error', message: error.data.message, hint: error.data.hint }
  }
}

function keysCheck(deps: Deps): Check {
  const { env } = deps.foundation.config
  const secrets = deps.foundation.environment.general()
  const has = (provider: string, variable: string) => secrets.key(provider) !== undefined || Boolean(env[variable])
  const found = [
    has('openai', 'OPENAI_API_KEY') && 'openai',
    has('anthropic', 'ANTHROPIC_API_KEY') && 'anthropic',
  ].filter(Boolean)
  if (found.length > 0) return ok('provider keys', `${found.join(', ')} (values are never shown)`)
  return {
    name: 'provider keys',
    status: 'warn',
    message: 'No key for openai or anthropic.',
    hint: 'Built-in actors and local servers work without one; else set OPENAI_API_KEY or ANTHROPIC_API_KEY.',
  }
}

async function diagnostics(deps: Deps) {
  const { foundation, facts } = deps
  const endpoint = facts.endpoint()
  const front = facts.electron()
    ? ok('front', 'Electron is there')
    : ok('front', 'Electron is not there; the browser front is used')
  const container: Check = {
    name: 'container engine',
    status: 'warn',
    message: 'Not used by this version; commands run on this machine.',
    hint: '',
  }
  const checks = [
    configurationCheck(deps),
    databaseCheck(foundation),
    keysCheck(deps),
    diskCheck(foundation),
    folderCheck(foundation),
    await gitCheck(foundation),
    container,
    front,
    ok('server', endpoint ?? 'not listening'),
  ]
  const worst = (['error', 'warn'] as const).find((level) => checks.some((check) => check.status === level))
  const status: Check['status'] = worst ?? 'ok'
  return { status, checks }
}

const counted = ['plans', 'projects', 'resources', 'actions', 'actors'] as const

export function createSystemHandlers(deps: Deps): HandlersOf<typeof contract> {
  const { foundation, facts } = deps
  const { config, db } = foundation
  return {
    info: async () => ({
      version: config.version,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      data_dir: config.dataDir,
      schema_version: schemaVersion(),
      core: { pid: process.pid, kind: config.kind, endpoint: facts.endpoint(), started: facts.started },
      counts: Object.fromEntries(
        counted.map((table) => [
          table,
          db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.identifier(table)}`)?.n ?? 0,
        ]),
      ),
    }),
    sample: () => deps.sample(),
    diagnostics: () => diagnostics(deps),
  }
}
