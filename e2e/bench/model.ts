import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ModelRequest } from './model-process.ts'

/** Starts the scripted model; `take` answers with the requests since the last time it was asked. */
export async function startModel() {
  const child = fork(join(import.meta.dirname, 'model-process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    url,
    pid: child.pid!,
    async take(): Promise<readonly ModelRequest[]> {
      child.send('take')
      const [{ seen }] = (await once(child, 'message')) as [{ seen: readonly ModelRequest[] }]
      return seen
    },
    end: () => void child.kill(),
  }
}

export type Model = Awaited<ReturnType<typeof startModel>>
