import { grouped } from '@shared/model/plural'
import { resolve } from 'node:path'
import { failed } from '@shared/model/refusal'
import type { BackupProgress } from '@shared/contract/data'
import type { Call, Command } from '../command'
import { fields } from '../output/block'

/** Follows the backup to its end; Ctrl-C cancels it, and nothing of it stays. */
async function follow({ client, caller }: Call, path: string): Promise<BackupProgress> {
  const abort = new AbortController()
  const release = caller.onInterrupt(() => abort.abort())
  const cancelled = failed('backup.cancelled', 'The backup was cancelled; nothing of it was left.', {
    hint: 'Run the command again.',
  })
  try {
    for await (const now of await client.data.backup({ path }, { signal: abort.signal })) {
      if (now.state === 'done') return now
      caller.progress(`  ▸ ${grouped(now.bytes)} of ${grouped(now.total_bytes)} bytes`)
    }
  } catch (error) {
    throw abort.signal.aborted ? cancelled : error
  } finally {
    release()
  }
  throw cancelled
}

export const command: Command = {
  arguments: [{ name: 'path', description: 'A new folder, or one in which a new folder is made' }],
  examples: ['agents backup ~/cleveragents-backup'],
  run: async (call) => {
    const done = await follow(call, resolve(call.caller.cwd, call.given.text('path')))
    return {
      data: { path: done.path, bytes: done.bytes, interrupted: done.interrupted },
      messages:
        done.interrupted === 0
          ? []
          : [
              {
                level: 'info',
                text: `${done.interrupted} running or queued plans show as interrupted in it.`,
              },
            ],
      blocks: () => [
        fields('Backup', [
          ['Folder', done.path],
          ['Database', `${grouped(done.bytes)} bytes`],
          ['Without', 'sandboxes, kept states of folders, what is kept of ended plans, logs, keys'],
          [
            'Because',
            'those are working copies of repositories and folders, as large as they, and bound to this place',
          ],
          [
            'In it',
            'plans that have not ended keep their decisions and lose their changes; cancelled ones may not come back whole',
          ],
          ['Open it', `CLEVERAGENTS_HOME=${done.path} agents plan list`],
        ]),
      ],
      verdict: 'Backed up',
    }
  },
}
