import { parseJsonc } from './jsonc'

/** A devcontainer file's content as far as it is looked at; undefined where the text is malformed. */
export type Devcontainer = Readonly<Record<string, unknown>>

export function parseDevcontainer(text: string): Devcontainer | undefined {
  const value = parseJsonc(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Devcontainer) : undefined
}

/** The name a devcontainer gives itself, else that of its folder. */
export function devcontainerName(content: Devcontainer, path: string): string {
  const named = content['name']
  if (typeof named === 'string' && named.trim() !== '') return named
  const folder = path.split('/').at(-2)
  return folder === undefined || folder === '.devcontainer' ? 'devcontainer' : folder
}

const lifecycleKeys = [
  'initializeCommand',
  'onCreateCommand',
  'updateContentCommand',
  'postCreateCommand',
  'postStartCommand',
  'postAttachCommand',
] as const

/** What decides which program code comes in, and what loosens the container's walls. */
const riskyKeys = [
  'image',
  'build',
  'dockerFile',
  'dockerComposeFile',
  'features',
  'runArgs',
  'mounts',
  'workspaceMount',
  'privileged',
  'capAdd',
  'securityOpt',
  'appPort',
  'forwardPorts',
  'containerUser',
  'remoteUser',
  'overrideCommand',
] as const

/** Each lifecycle command and each option that matters for trust, as text to read. */
export function devcontainerItems(content: Devcontainer): readonly { readonly kind: string; readonly text: string }[] {
  const itemsOf = (keys: readonly string[], prefix: string) =>
    keys
      .filter((key) => content[key] !== undefined && content[key] !== null && content[key] !== false)
      .map((key) => ({ kind: `${prefix} ${key}`, text: textOf(content[key]) }))
  return [...itemsOf(lifecycleKeys, 'devcontainer command'), ...itemsOf(riskyKeys, 'devcontainer option')]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Files that a devcontainer builds from, relative to the folder of its own file. */
export function devcontainerSources(content: Devcontainer): readonly string[] {
  const build = content['build']
  const inBuild = typeof build === 'object' && build !== null ? Object.entries(build) : []
  const found = [
    content['dockerFile'],
    ...inBuild.filter(([key]) => key === 'dockerfile' || key === 'dockerFile').map(([, value]) => value),
    ...[content['dockerComposeFile']].flat(),
  ]
  return found.filter((value): value is string => typeof value === 'string' && value !== '')
}
