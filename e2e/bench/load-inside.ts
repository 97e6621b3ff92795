import { join } from 'node:path'
import { runnerImport } from 'vite'

/** Loads what runs parts of the core in this process. */
export async function loadInside(root: string): Promise<typeof import('./inside-core.ts')> {
  const { module } = await runnerImport<typeof import('./inside-core.ts')>(
    join(import.meta.dirname, 'inside-core.ts'),
    {
      root,
      configFile: false,
      logLevel: 'error',
      resolve: { alias: { '@shared': join(root, 'shared') } },
    },
  )
  return module
}
