import type { Context } from './context'
import { textOf } from './repository-state'
import { ourIdentity } from './trees'

/** How the commits of Apply are made: by whom, signed or not, and what there is to say about it. */
export type Authorship = {
  readonly env: Readonly<Record<string, string>>
  readonly sign: boolean
  readonly notices: readonly string[]
}

/** The user's own identity where one is set, else ours; signed as configured where the repository is trusted. */
export async function authorshipOf(context: Context, cwd: string, trusted: boolean): Promise<Authorship> {
  const ask = ['config', '-z', '--get-regexp', '^(user\\.(name|email)|commit\\.gpgsign)$']
  const pairs = textOf(await context.git.run(cwd, ask, { read: true, expect: [0, 1] })).split('\0')
  const value = (key: string) => pairs.findLast((pair) => pair.startsWith(`${key}\n`))?.slice(key.length + 1) ?? ''
  const known = value('user.name') !== '' && value('user.email') !== ''
  const wanted = /^(true|yes|on|1)$/i.test(value('commit.gpgsign'))
  const notices: string[] = []
  if (!known) notices.push('git has no user.name and user.email here, so the commit is by CleverAgents.')
  if (wanted && !trusted) notices.push('The commit is not signed, because this repository is not trusted as it stands.')
  return { env: known ? {} : ourIdentity, sign: wanted && trusted, notices }
}
