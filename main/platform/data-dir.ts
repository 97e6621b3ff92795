import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The data folder: `CLEVERAGENTS_HOME` where it is set and not empty, else `~/.cleveragents`. */
export function dataDir(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return env.CLEVERAGENTS_HOME ? resolve(env.CLEVERAGENTS_HOME) : join(homedir(), '.cleveragents')
}
