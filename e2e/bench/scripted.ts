import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Agents } from './agents.ts'
import type { Model } from './model.ts'

const action = `name: local/bench
description: Benchmark
definition_of_done: The work is done.
strategy_actor: bench/scripted
execution_actor: bench/scripted
args:
  - name: task
    type: string
    required: true
`

/** Registers a checkout and makes it the project `local/bench`, with an action of that name that the scripted model works on. */
export async function addScripted(agents: Agents, model: Model, folder: string): Promise<void> {
  const file = join(agents.home, 'action.yaml')
  writeFileSync(file, action)
  await agents.data('init', '--yes')
  await agents.data('provider', 'add', 'bench', '--kind', 'openai-compatible', '--base-url', `${model.url}/v1`)
  await agents.data('resource', 'add', 'git-checkout', 'local/bench', '--path', folder)
  await agents.data('project', 'create', 'local/bench', '--resource', 'local/bench')
  await agents.data('action', 'create', '--config', file)
}
