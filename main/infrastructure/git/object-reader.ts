import type { Git } from './git'

export type GitObject = { readonly oid: string; readonly type: string; readonly bytes: Buffer }

export type ObjectReader = {
  /** The object that a revision expression such as `HEAD:a/b.ts` names; null where there is none. */
  read(spec: string): Promise<GitObject | null>
  dispose(): void
}

type Waiting = { readonly settle: (object: GitObject | null) => void; readonly fail: (error: Error) => void }

/** Cuts the answers of `cat-file --batch` out of a stream of chunks; each complete one goes to `found`. */
function createCutter(found: (object: GitObject | null) => void): (chunk: Buffer) => void {
  let received: Buffer[] = []
  let size = 0
  let wanted = 0

  const take = (): boolean => {
    const all = Buffer.concat(received)
    received = [all]
    const end = all.indexOf(10)
    if (end < 0) return false
    const header = all.subarray(0, end).toString('utf8')
    const [, oid = '', type = '', length = '0'] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(header) ?? []
    const total = oid === '' ? end + 1 : end + 1 + Number(length) + 1
    if (all.length < total) {
      wanted = total
      return false
    }
    const bytes = Buffer.from(all.subarray(end + 1, Math.max(end + 1, total - 1)))
    const rest = all.subarray(total)
    received = [rest]
    size = rest.length
    wanted = 0
    found(oid === '' ? null : { oid, type, bytes })
    return rest.length > 0
  }

  return (chunk) => {
    received.push(chunk)
    size += chunk.length
    if (size < wanted) return
    while (take());
  }
}

/** Keeps one `git cat-file --batch` open on a repository, so that a read costs no process. */
export function createObjectReader(git: Git, repo: string): ObjectReader {
  const child = git.start(repo, ['cat-file', '--batch'])
  const waiting: Waiting[] = []
  let ended: Error | null = null
  child.stdout.on(
    'data',
    createCutter((object) => waiting.shift()?.settle(object)),
  )
  const end = (reason: string) => {
    ended ??= new Error(reason)
    for (const one of waiting.splice(0)) one.fail(ended)
  }
  child.on('error', (error) => end(`git cat-file could not be started: ${error.message}`))
  child.on('close', () => end('git cat-file ended'))
  // EPIPE: the close event that follows answers every request that waits.
  child.stdin.on('error', () => undefined)

  return {
    async read(spec) {
      let line = spec
      if (line.includes('\n')) {
        // A line is a request, so a name with a line break in it goes to git as an argument first.
        const found = await git.run(repo, ['rev-parse', '--verify', '--quiet', '--end-of-options', line], {
          read: true,
          expect: [0, 1, 128],
        })
        if (found.code !== 0) return null
        line = found.stdout.toString('utf8').trim()
      }
      if (ended) throw ended
      return new Promise((settle, fail) => {
        waiting.push({ settle, fail })
        child.stdin.write(`${line}\n`)
      })
    },
    dispose() {
      ended ??= new Error('the object reader is closed')
      child.stdin.end()
      child.kill()
    },
  }
}
