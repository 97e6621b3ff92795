/** Types a person can register now. */
export const registrableTypes = ['git-checkout', 'fs-directory'] as const
export type RegistrableType = (typeof registrableTypes)[number]

/** Types that discovery finds below a registered resource. */
export const childTypes = [
  'git',
  'git-remote',
  'git-branch',
  'git-tag',
  'git-commit',
  'git-tree-entry',
  'git-submodule',
  'fs-directory',
  'fs-file',
  'devcontainer-instance',
] as const
export type ChildType = (typeof childTypes)[number]

export const sandboxStrategies = ['git_worktree', 'filesystem_copy', 'none'] as const
export type SandboxStrategy = (typeof sandboxStrategies)[number]

export const discoveryStates = ['running', 'complete', 'cancelled', 'failed'] as const
export type DiscoveryState = (typeof discoveryStates)[number]
