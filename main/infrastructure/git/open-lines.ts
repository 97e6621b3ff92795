import { holdOpen } from '../process/hold-open'
import type { Git } from './git'

export type OpenLines = {
  /** The line that answers a request; null where git has ended instead of answering. */
  ask(request: string): Promise<string | null>
  close(): void
}

/** A git that stays open and answers each request with one line. */
export function openLines(child: ReturnType<Git['start']>): OpenLines {
  const waiting: ((line: string | null) => void)[] = []
  let text = ''
  let ended = false
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) waiting.shift()?.(line)
    if (waiting.length === 0) holdOpen(child, false)
  })
  const end = () => {
    ended = true
    for (const settle of waiting.splice(0)) settle(null)
  }
  child.on('error', end)
  child.on('close', end)
  // EPIPE: the close event that follows answers every request that waits.
  child.stdin.on('error', () => undefined)
  child.stderr.resume()
  // An idle git must not keep the process from ending.
  holdOpen(child, false)
  return {
    ask(request) {
      if (ended) return Promise.resolve(null)
      return new Promise((settle) => {
        waiting.push(settle)
        holdOpen(child, true)
        child.stdin.write(request)
      })
    },
    close() {
      end()
      child.stdin.end()
    },
  }
}
