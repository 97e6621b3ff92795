import type { EventEmitter } from 'node:events'

// What the language, Node's inspector and test runners look for on any object, whether or not it is there.
const harmless = new Set(['then', 'toJSON', 'inspect', 'asymmetricMatch', 'nodeType', '$$typeof'])

/** The same object, but reading a member that the stand-in lacks throws: a test must not pass because of a gap here. */
export function loud<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (key in object || typeof key === 'symbol' || harmless.has(key)) return Reflect.get(object, key, receiver)
      throw new Error(`The Electron stand-in has no ${name}.${key}`)
    },
  })
}

/** Makes listening for an event that the stand-in never emits throw. */
export function onlyEvents<T extends EventEmitter>(name: string, emitter: T, events: readonly string[]): T {
  const known = new Set<string | symbol>(events)
  emitter.on('newListener', (event: string | symbol) => {
    if (!known.has(event)) throw new Error(`The Electron stand-in never emits ${String(event)} on ${name}`)
  })
  return emitter
}

/** Makes an options object with a member that the stand-in ignores throw. */
export function onlyOptions(name: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).filter((key) => !known.includes(key))
  if (unknown.length > 0) throw new Error(`The Electron stand-in does not know ${unknown.join(', ')} of ${name}`)
}

/** An event object that a listener may prevent. */
export function preventable<T extends object>(extra: T): T & { defaultPrevented: boolean; preventDefault: () => void } {
  const event = {
    ...extra,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true
    },
  }
  return event
}

/** Waits for something whose failure only says that the page or the browser has gone; shown with STAND_IN_DEBUG=1. */
export function settled(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (process.env.STAND_IN_DEBUG) console.error('stand-in:', error)
  })
}
