import { existsSync } from 'node:fs'
import type { BackupDeps } from '../backup'
import { copyDatabase } from '../infrastructure/db/copy-database'
import { schemaVersion } from '../infrastructure/db/migrate'
import { createBackupDisk } from '../infrastructure/files/backup-disk'
import { settleCopiedPlans } from '../plans'
import { settleCopiedSandboxes } from '../sandboxes'
import type { Foundation } from './foundation'

export function buildBackup({ config, clock, database, configFile, redactor }: Foundation): BackupDeps {
  return {
    dataDir: config.dataDir,
    homeFolder: config.homeFolder,
    version: config.version,
    schemaVersion: schemaVersion(),
    clock,
    disk: createBackupDisk(),
    copyDatabase: (target, tell, signal) =>
      copyDatabase(
        database.sqlite,
        target,
        (copy) => {
          settleCopiedSandboxes(copy, clock())
          return settleCopiedPlans(copy)
        },
        tell,
        signal,
      ),
    // Keys never stand there; what somebody wrote into an address all the same is masked.
    configuration: () => (existsSync(configFile.path) ? redactor.redact(configFile.read()) : null),
  }
}
