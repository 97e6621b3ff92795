import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { CoreChild } from './core-host'

const tinyCore = join(import.meta.dirname, '../../../e2e/fixtures/tiny-core.js')

/** A data folder whose cores are real processes, ended with it. */
export type TestFolder = {
  readonly dataDir: string
  /** Starts a core as the desktop starts its own: a child with a channel. */
  readonly startCore: (env?: Readonly<Record<string, string>>) => CoreChild & { readonly pid: number }
  /** Starts a child that runs this text instead. */
  readonly startScript: (text: string) => CoreChild & { readonly pid: number }
  /** Ids of the cores started so far. */
  readonly pids: () => readonly number[]
  readonly dispose: () => Promise<void>
}

export function createTestFolder(): TestFolder {
  const dataDir = mkdtempSync(join(tmpdir(), 'cleveragents-core-'))
  const children: ChildProcess[] = []
  const start = (file: string, env: Readonly<Record<string, string>> = {}) => {
    const child = fork(file, {
      env: { ...process.env, ...env, CLEVERAGENTS_HOME: dataDir },
      stdio: 'inherit',
      execArgv: [],
    })
    children.push(child)
    return {
      pid: child.pid ?? 0,
      onMessage: (listener: (message: unknown) => void) => void child.on('message', listener),
      onExit: (listener: (code: number) => void) => void child.once('exit', (code) => listener(code ?? 1)),
      kill: () => void child.kill(),
    }
  }
  return {
    dataDir,
    startCore: (env) => start(tinyCore, env),
    startScript: (text) => {
      const file = join(dataDir, `script-${children.length}.mjs`)
      writeFileSync(file, text)
      return start(file)
    },
    pids: () => children.map((child) => child.pid ?? 0),
    dispose: async () => {
      await Promise.all(children.map(ended))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((settle) => {
    child.once('exit', () => settle())
    child.kill('SIGKILL')
  })
}

/** Resolves when a core says that it is ready. */
export function ready(core: CoreChild): Promise<{ readonly endpoint: string; readonly token: string }> {
  return new Promise((settle) => {
    core.onMessage((message) => settle(message as { endpoint: string; token: string }))
  })
}

/** Waits until the check passes; long enough for a process to start on a busy machine. */
export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 10_000 })
