import { createGit } from '../infrastructure/git/git'
import type { OpenDatabase } from '../infrastructure/db/open'
import { createDisk } from '../infrastructure/files/disk'
import { createReserve } from '../infrastructure/files/reserve'
import { createConfigFile } from '../infrastructure/files/config-file'
import { createChanges } from '../platform/changes'
import type { Clock } from '../platform/clock'
import { createIds } from '../platform/ids'
import type { Log } from '../platform/log'
import { createRedactor } from '../platform/redact'
import { createProfiles } from '../profiles'
import { createProviderEnvironment } from './provider-environment'

/** What a front says of the core it starts. */
export type AppConfig = {
  readonly dataDir: string
  readonly version: string
  readonly kind: string
  readonly homeFolder: string
  /** The environment the core was started with. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What the core stands on and tests may replace. */
export type Adapters = {
  readonly database: OpenDatabase
  readonly log: Log
  readonly clock: Clock
}

/** The parts that every slice shares. */
export function createFoundation(config: AppConfig, adapters: Adapters) {
  const redactor = createRedactor()
  return {
    config,
    ...adapters,
    db: adapters.database.db,
    newId: createIds(),
    changes: createChanges(),
    redactor,
    environment: createProviderEnvironment(config.env, (secret) => redactor.add(secret)),
    git: createGit({ env: config.env }),
    disk: createDisk(),
    reserve: createReserve(config.dataDir),
    configFile: createConfigFile(config.dataDir),
    profiles: createProfiles(adapters.database.db),
  }
}

export type Foundation = ReturnType<typeof createFoundation>
