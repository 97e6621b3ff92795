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

/** Makes the sample repository in the data folder, registers it and links it to a project; once per data folder. */
export async function makeSampleProject(deps: SampleDeps): Promise<void> {
  if (deps.marker.get()) return
  const folder = join(deps.dataDir, 'sample-project')
  await mkdir(folder, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path.slice(prefix.length))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await deps.git.run(folder, ['init', '-q', '-b', 'main'])
  await deps.git.run(folder, ['add', '-A'])
  await deps.git.run(folder, ['commit', '-q', '-m', 'Parcel tracker'], { env: author })
  await deps.handlers.resources.add(
    { type: 'git-checkout', name: 'local/sample-repo', path: folder, branch: 'main' },
    {},
  )
  const description = 'A small program to try plans on'
  await deps.handlers.projects.create({ name: 'local/sample', description, resources: ['local/sample-repo'] }, {})
  deps.marker.set()
}
