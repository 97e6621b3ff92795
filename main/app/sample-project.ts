import { existsSync, realpathSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Handlers } from './handlers'

const prefix = '../../resources/sample-project/'
const files = import.meta.glob<string>('../../resources/sample-project/**/*', {
  query: '?raw',
  import: 'default',
  eager: true,
})

type SampleDeps = {
  readonly dataDir: string
  readonly git: {
    run(cwd: string, args: readonly string[], options?: { env?: Readonly<Record<string, string>> }): Promise<unknown>
  }
  readonly handlers: Pick<Handlers, 'resources' | 'projects'>
  /** Remembers across starts that the sample was made, so that a person who removed it does not get it back. */
  readonly marker: { get(): boolean; set(): void }
}

const author = {
  GIT_AUTHOR_NAME: 'CleverAgents',
  GIT_AUTHOR_EMAIL: 'noreply@localhost',
  GIT_COMMITTER_NAME: 'CleverAgents',
  GIT_COMMITTER_EMAIL: 'noreply@localhost',
}

const name = 'local/sample'

async function writeRepository(deps: SampleDeps, folder: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path.slice(prefix.length))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await deps.git.run(folder, ['init', '-q', '-b', 'main'])
  await deps.git.run(folder, ['add', '-A'])
  await deps.git.run(folder, ['commit', '-q', '-m', 'Parcel tracker'], { env: author })
}

type Sample = { readonly project: string; readonly path: string }

async function makeSample(deps: SampleDeps): Promise<Sample> {
  const path = join(deps.dataDir, 'sample-project')
  const { resources, projects } = deps.handlers
  if (!existsSync(join(path, '.git'))) await writeRepository(deps, path)
  const registered = (await resources.list({}, {})).resources.find(
    (resource) => resource.canonical_path === realpathSync(path),
  )
  const resource =
    registered ?? (await resources.add({ type: 'git-checkout', name: 'local/sample-repo', path, branch: 'main' }, {}))
  const known = (await projects.list(undefined, {})).projects.some((project) => project.name === name)
  const description = 'A small program to try plans on'
  if (!known) await projects.create({ name, description, resources: [resource.name], invariants: [] }, {})
  deps.marker.set()
  return { project: name, path }
}

/** The sample project of a data folder. Who asks while it is being made gets the same one. */
export function createSample(deps: SampleDeps) {
  let making: Promise<Sample> | null = null
  const make = (): Promise<Sample> => {
    making ??= makeSample(deps).finally(() => {
      making = null
    })
    return making
  }
  return {
    /** Makes the repository, registers it and links it to a project; what is there already stays. */
    make,
    /** Makes it once per data folder: a person who removed it does not get it back at the next start. */
    makeOnce: async (): Promise<void> => {
      if (!deps.marker.get()) await make()
    },
  }
}
