import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import type { Client } from '@shared/contract'
import type { PlanView } from '@shared/contract/plan-view'
import { openDatabase } from '../infrastructure/db/open'
import { runGit } from '../infrastructure/git/testing'
import { silentLog } from '../platform/log'
import { createApp } from './create-app'
import type { Handlers } from './handlers'
import { createRouter } from './router'

export function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'cleveragents-')))
}

export function git(cwd: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost']
  return runGit([...identity, ...args], { cwd })
}

/** A repository on `main` with one commit that holds the files. */
export function newRepository(files: Readonly<Record<string, string>>): string {
  const folder = join(newFolder(), 'repo')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', 'first')
  return folder
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** The whole application in this process, on a data folder and a database of its own; every answer is validated. */
export async function startTestApp(
  options: {
    readonly dataDir?: string
    readonly env?: Readonly<Record<string, string>>
    /** Puts other handlers in the place of some, to make what no real one would do. */
    readonly change?: (handlers: Handlers) => Handlers
  } = {},
) {
  const dataDir = options.dataDir ?? newFolder()
  const database = openDatabase(join(dataDir, 'cleveragents.db'))
  const env = { PATH: process.env['PATH'], HOME: dataDir, ...options.env }
  const faults: unknown[] = []
  const log = { ...silentLog, error: (_event: string, error: unknown) => void faults.push(error) }
  const config = { dataDir, version: 'test', kind: 'background', homeFolder: dataDir, env }
  const app = createApp(
    config,
    { database, log, clock: Date.now },
    { started: 0, endpoint: () => null, electron: () => false },
  )
  const handlers = options.change ? options.change(app.handlers) : app.handlers
  const router = createRouter(handlers, { newId: app.newId, log }, { checkOutputs: true })
  const client = createRouterClient(router, { context: {} }) as unknown as Client
  const recovered = await app.start()
  return {
    app,
    client,
    router,
    dataDir,
    database,
    recovered,
    /** What was thrown that nobody expected. */
    faults,
    /** Follows a plan until it neither is queued nor processing, and answers with it. */
    async rest(planId: string): Promise<PlanView> {
      for await (const event of await client.plans.activity({ plan_id: planId })) {
        const plan = event.type === 'snapshot' || event.type === 'plan' ? event.plan : undefined
        if (plan && plan.state !== 'queued' && plan.state !== 'processing') return plan
      }
      throw new Error('the stream ended before the plan rested')
    },
    /** Registers a repository and links it to a project; answers with the project's name. */
    async project(folder: string, name = 'demo'): Promise<string> {
      await client.resources.add({ type: 'git-checkout', name: `local/${name}-repo`, path: folder })
      for await (const progress of await client.resources.discovery({ resource: `local/${name}-repo` }))
        if (progress.state !== 'running') break
      await client.projects.create({ name: `local/${name}`, resources: [`local/${name}-repo`] })
      return `local/${name}`
    },
    async close(): Promise<void> {
      await app.dispose()
      database.close()
    },
  }
}
