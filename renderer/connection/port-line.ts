import { RPCLink } from '@orpc/client/message-port'
import type { DesktopPort } from '@shared/desktop'
import { observable } from '../observable'
import type { Line, LineStatus } from './line'

function listenable<T>() {
  const listeners = new Set<(value: T) => void>()
  return {
    addListener: (listener: (value: T) => void) => void listeners.add(listener),
    emit: (value: T) => {
      for (const listener of listeners) listener(value)
    },
  }
}

/** The desktop's port carries one connection after another; each gets a link of its own. */
export function openPortLine(port: DesktopPort): Line {
  const status = observable<LineStatus>('open')
  const connect = () => {
    const onMessage = listenable<unknown>()
    const onDisconnect = listenable<void>()
    return {
      link: new RPCLink({ port: { postMessage: port.postMessage, onMessage, onDisconnect } }),
      onMessage,
      onDisconnect,
    }
  }
  let current = connect()
  port.onMessage((frame) => current.onMessage.emit(frame))
  port.onClose(() => {
    const ended = current
    // The port has already asked for the next connection when it tells of the end of the last.
    current = connect()
    status.set('reconnecting')
    ended.onDisconnect.emit()
    status.set('open')
  })
  return { status, link: () => Promise.resolve(current.link), retryNow: () => {} }
}
