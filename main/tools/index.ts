export { commandEnvironment } from './domain/command-environment'
export { defaultToolLimits } from './domain/limits'
export { createChangeLedger } from './change-ledger'
export { decodeText, encodeText, type TextFile } from './domain/text-file'
export { FileFault, readSandboxFile } from './sandbox-files'
export { parseTree } from './resource-files'
export type { ChangeLedger, Git, ObjectReader, OpenObjects, Run, ToolLimits, Write } from './ports'
export {
  createToolbox,
  type CreateToolboxDeps,
  type Toolbox,
  type ToolResult,
  type ToolRunOptions,
} from './create-toolbox'
export type { ToolResource } from './resource-files'
export type { ToolSpec } from './tool-arguments'
export type { Change } from './write-tools'
