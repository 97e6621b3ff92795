import type { Wait } from './ports'

/** Waits on the platform's clock; leaves at once when the signal is aborted. */
export const abortableWait: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const leave = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', leave, { once: true })
  })
