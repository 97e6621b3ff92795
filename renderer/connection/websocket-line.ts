import type { ClientContext, ClientLink } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import { observable } from '../observable'
import { backoff, statusAfter } from './backoff'
import type { Line, LineStatus } from './line'

type Waiter = (link: ClientLink<ClientContext>) => void

/** Waits, but no longer than until `retryNow`, the network's return, or the page's return to sight. */
function interruptibleWait() {
  let end: () => void = () => {}
  const now = () => end()
  window.addEventListener('online', now)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && now())
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  return { wait, now }
}

/** One socket to the server front, opened again whenever it ends. `signedIn` is asked when a socket never opened. */
export function openWebSocketLine(url: string, signedIn: () => Promise<boolean>): Line {
  const status = observable<LineStatus>('connecting')
  const pause = interruptibleWait()
  let current: ClientLink<ClientContext> | null = null
  let waiters: Waiter[] = []

  /** Resolves when the socket has ended, with whether it had ever been open. */
  const live = () =>
    new Promise<boolean>((resolve) => {
      let opened = false
      const socket = new WebSocket(url)
      socket.binaryType = 'blob'
      const link = new RPCLink({ websocket: socket })
      socket.addEventListener('open', () => {
        opened = true
        current = link
        status.set('open')
        const waiting = waiters
        waiters = []
        for (const go of waiting) go(link)
      })
      socket.addEventListener('close', () => {
        current = null
        resolve(opened)
      })
    })

  const run = async () => {
    for (let attempt = 0; ; attempt += 1) {
      if (await live()) attempt = 0
      else if (!(await signedIn())) {
        status.set('signed_out')
        return
      }
      status.set(statusAfter(attempt, status.get()))
      await pause.wait(backoff(attempt, Math.random()))
    }
  }
  void run()
  return {
    status,
    link: () => (current ? Promise.resolve(current) : new Promise((resolve) => waiters.push(resolve))),
    retryNow: pause.now,
  }
}
