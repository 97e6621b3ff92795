import { join } from 'node:path'
import { runMeasured, type MeasuredRun } from './run-measured.ts'

/** A worktree, ten edits, the diff and the worktree's end, with nothing but git and a shell. */
export function runRawGit(folder: string, worktree: string, env: NodeJS.ProcessEnv): Promise<MeasuredRun> {
  const argv = ['/bin/bash', join(import.meta.dirname, 'raw-git.sh'), folder, worktree]
  return runMeasured({ argv, cwd: folder, env })
}
