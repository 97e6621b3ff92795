export { dataHandlers } from './handlers'
export type { BackupDeps, BackupDisk } from './ports'
