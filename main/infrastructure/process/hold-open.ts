import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'

/** Whether a process that stays open, and its pipes, keep ours from ending. */
export function holdOpen(child: ChildProcess, held: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as (Partial<Socket> | null)[])
    if (held) handle?.ref?.()
    else handle?.unref?.()
}
