import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { Client } from '@shared/contract'
import type { PlanView } from '@shared/contract/plan-view'

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type CoreProcess = {
  readonly child: ChildProcess
  /** What it printed once it was ready. */
  readonly told: Record<string, unknown>
  readonly endpoint: string
  readonly token: string
  readonly client: Client
  readonly ended: Promise<Ended>
  /** Sends the signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<Ended>
  /** Follows a plan until it neither is queued nor processing. */
  rest(planId: string): Promise<PlanView>
  /** Registers a repository and links it to the project `local/demo`. */
  project(folder: string): Promise<void>
}

export type Refused = { readonly refused: Record<string, unknown>; readonly ended: Promise<Ended> }

function clientOf(endpoint: string, token: string): Client {
  return createORPCClient(new RPCLink({ url: `${endpoint}/rpc`, headers: { authorization: `Bearer ${token}` } }))
}

async function rest(client: Client, planId: string): Promise<PlanView> {
  for await (const event of await client.plans.activity({ plan_id: planId })) {
    const plan = event.type === 'snapshot' || event.type === 'plan' ? event.plan : undefined
    if (plan && plan.state !== 'queued' && plan.state !== 'processing') return plan
  }
  throw new Error('the stream ended before the plan rested')
}

async function project(client: Client, folder: string): Promise<void> {
  await client.resources.add({ type: 'git-checkout', name: 'local/repo', path: folder })
  for await (const { state } of await client.resources.discovery({ resource: 'local/repo' }))
    if (state !== 'running') break
  await client.projects.create({ name: 'local/demo', resources: ['local/repo'] })
}

/** Starts the bundled core as its own process on a data folder; answers once it is ready or has refused to start. */
export async function startCoreProcess(
  program: string,
  dataDir: string,
  options: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<CoreProcess | Refused> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [program, ...(options.args ?? ['--kind', 'background'])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, CLEVERAGENTS_HOME: dataDir, ...options.env },
  })
  const ended = new Promise<Ended>((settle) => child.once('exit', (code, signal) => settle({ code, signal })))
  const line = new Promise<string>((settle) => createInterface({ input: child.stdout }).once('line', settle))
  const first = await Promise.race([line, ended.then(({ code }) => JSON.stringify({ type: 'refused', code }))])
  const message = JSON.parse(first) as Record<string, unknown>
  if (message['type'] !== 'ready') return { refused: message, ended }
  const { endpoint } = message as { endpoint: string }
  const { token } = JSON.parse(readFileSync(join(dataDir, 'core.json'), 'utf8')) as { token: string }
  const client = clientOf(endpoint, token)
  return {
    child,
    told: message,
    endpoint,
    token,
    client,
    ended,
    kill: (signal) => {
      child.kill(signal)
      return ended
    },
    rest: (planId) => rest(client, planId),
    project: (folder) => project(client, folder),
  }
}
