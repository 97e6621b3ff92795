import { utilityProcess } from 'electron'
import type { CoreChild } from './core-host'

/** Starts the core in a process of its own, so that its work never holds up a window. */
export function startCoreChild(file: string, dataDir: string): CoreChild {
  const child = utilityProcess.fork(file, [], {
    serviceName: 'CleverAgents core',
    stdio: 'inherit',
    env: { ...process.env, CLEVERAGENTS_HOME: dataDir },
  })
  return {
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => child.kill(),
  }
}
