// Runs in pages, injected by source text: nothing here may use a name from outside, but for `encode` and `decode` in
// `preloadWorld`, which are injected beside it.
import { decode, encode } from './clone.ts'

/** What the injected code is told. */
export type WorldConfig = {
  readonly secret: string
  readonly send: string
  readonly receive: string
  readonly platform: string
}
// oxlint-disable-next-line typescript/no-explicit-any -- anything at all passes the context bridge
type Anything = any
type Message = Anything
type Bridge = {
  readonly post: (message: Message) => void
  readonly wrap: (value: Anything) => Anything
  readonly unwrap: (value: Anything) => Anything
  readonly handlers: Record<string, (message: Message) => void>
}

/**
 * One side of the bridge between the page's world and the preload's. DOM events cross worlds synchronously (so calls
 * may return values) and Chromium clones their detail; functions and promises travel as ids.
 */
export function bridge(secret: string, mine: string, theirs: string): Bridge {
  const functions = new Map<number, (...args: Anything[]) => Anything>()
  const promises = new Map<number, [(value: Anything) => void, (error: Anything) => void]>()
  const dispatch = window.dispatchEvent.bind(window)
  const NewEvent = CustomEvent
  let lastId = 0
  let returned: Message = null
  const post = (detail: Message) => dispatch(new NewEvent(secret + theirs, { detail }))
  const isPlain = (x: object) => Object.prototype.toString.call(x) === '[object Object]'
  const mapped = (x: object, each: (member: Anything) => Anything) =>
    Object.fromEntries(Object.entries(x).map(([key, member]) => [key, each(member)]))

  const wrap = (x: Anything): Anything => {
    if (typeof x === 'function') {
      functions.set(++lastId, x)
      return { $bridge: 'function', id: lastId }
    }
    if (x === null || typeof x !== 'object') return x
    if (typeof x.then === 'function') {
      const id = ++lastId
      x.then(
        (value: Anything) => post({ type: 'settle', id, ok: true, value: wrap(value) }),
        (error: Anything) => post({ type: 'settle', id, ok: false, value: wrap(error) }),
      )
      return { $bridge: 'promise', id }
    }
    if (x instanceof Error) return { $bridge: 'error', name: x.name, message: x.message }
    if (Array.isArray(x)) return x.map(wrap)
    return isPlain(x) ? mapped(x, wrap) : x
  }
  const callOther = (id: number, args: Anything[]): Anything => {
    returned = null
    post({ type: 'call', id, args: args.map(wrap) })
    const answer = returned
    returned = null
    if (answer === null) throw new Error('An object could not be cloned.')
    const value = unwrap(answer.value)
    if (!answer.ok) throw value
    return value
  }
  const unwrap = (x: Anything): Anything => {
    if (x === null || typeof x !== 'object') return x
    if (x.$bridge === 'function') return (...args: Anything[]) => callOther(x.id, args)
    if (x.$bridge === 'promise') {
      return new Promise((resolve, reject) => {
        promises.set(x.id, [resolve, reject])
      })
    }
    if (x.$bridge === 'error') return Object.assign(new Error(x.message), { name: x.name })
    if (Array.isArray(x)) return x.map(unwrap)
    return isPlain(x) ? mapped(x, unwrap) : x
  }
  const handlers: Bridge['handlers'] = {
    call: ({ id, args }) => {
      let answer: Message
      try {
        answer = { ok: true, value: functions.get(id)?.(...args.map(unwrap)) }
      } catch (error) {
        answer = { ok: false, value: error }
      }
      post({ type: 'return', ok: answer.ok, value: wrap(answer.value) })
    },
    return: (message) => {
      returned = message
    },
    settle: ({ id, ok, value }) => {
      promises.get(id)?.[ok ? 0 : 1](unwrap(value))
      promises.delete(id)
    },
  }
  window.addEventListener(secret + mine, (event) => {
    event.stopImmediatePropagation()
    const message = (event as CustomEvent).detail
    handlers[message.type]?.(message)
  })
  return { post, wrap, unwrap, handlers }
}

/** The page's own world, before any of its scripts: exposes what the preload hands over; window.open makes no page. */
export function pageWorld(config: WorldConfig, makeBridge: typeof bridge): void {
  if (window !== window.top) return
  const side = makeBridge(config.secret, ':page', ':preload')
  const freeze = (x: Anything): Anything => {
    if (x === null || typeof x !== 'object' || Object.getPrototypeOf(x) !== Object.prototype) return x
    Object.values(x).forEach(freeze)
    return Object.freeze(x)
  }
  side.handlers.expose = ({ key, api }) => {
    Object.defineProperty(window, key, { value: freeze(side.unwrap(api)), enumerable: true })
  }
  side.handlers.ping = () => side.post({ type: 'hello' })
  window.open = (url = '') => {
    side.post({ type: 'open', url: url === '' ? 'about:blank' : new URL(url, document.baseURI).href })
    return null
  }
  side.post({ type: 'hello' })
}

/** The isolated world, before any page script: a sandboxed preload's surroundings, then the preload itself. */
export function preloadWorld(
  config: WorldConfig,
  makeBridge: typeof bridge,
  preload: (require: unknown, module: unknown, exports: unknown, process: unknown) => void,
): void {
  if (window !== window.top) return
  const world = globalThis as Anything
  const send: (text: string) => void = world[config.send]
  delete world[config.send]
  const side = makeBridge(config.secret, ':preload', ':page')
  let isReady = false
  const queued: Message[] = []
  side.handlers.hello = () => {
    isReady = true
    for (const message of queued.splice(0)) side.post(message)
  }
  side.handlers.open = (message) => send(encode(message))
  // Either world may come first.
  side.post({ type: 'ping' })

  // Links that would make a page of their own.
  const onClick = (event: MouseEvent) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
    const apart = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
    if (!link || event.defaultPrevented || event.button === 2) return
    if (!apart && (link.target === '' || /^_(self|top|parent)$/i.test(link.target))) return
    event.preventDefault()
    send(encode({ type: 'open', url: link.href }))
  }
  window.addEventListener('click', onClick)
  window.addEventListener('auxclick', onClick)

  // DevTools announces no change of the title.
  document.addEventListener('DOMContentLoaded', () => {
    let last = ''
    const report = () => {
      if (document.title === last) return
      last = document.title
      send(encode({ type: 'title', title: last }))
    }
    report()
    if (document.head) {
      new MutationObserver(report).observe(document.head, { childList: true, subtree: true, characterData: true })
    }
  })

  const listeners = new Map<string, ((...args: unknown[]) => void)[]>()
  const calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let lastCall = 0
  const ipcRenderer = {
    on: (channel: string, listener: (...args: unknown[]) => void) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    },
    send: (channel: string, ...args: unknown[]) => send(encode({ type: 'send', channel, args })),
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++lastCall
        const text = encode({ type: 'invoke', id, channel, args })
        calls.set(id, { resolve, reject })
        send(text)
      }),
  }
  Object.defineProperty(world, config.receive, {
    value: (text: string) => {
      const message = decode(text) as Message
      if (message.type === 'droppable') return void Object.assign(droppable, message.paths)
      if (message.type === 'event') {
        for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args)
        return
      }
      const call = calls.get(message.id)
      calls.delete(message.id)
      if (message.ok) call?.resolve(message.value)
      else call?.reject(new Error(message.value))
    },
  })

  const exposed = new Set<string>()
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => {
      if (exposed.has(key)) throw new Error('Cannot bind an API on top of an existing property on the window object')
      exposed.add(key)
      const message = { type: 'expose', key, api: side.wrap(api) }
      if (isReady) side.post(message)
      else queued.push(message)
    },
  }
  // DevTools tells no page where a file lies; a spec says so before it drops one, by the file's name.
  const droppable: Readonly<Record<string, string>> = {}
  const webUtils = { getPathForFile: (file: File) => droppable[file.name] ?? '' }
  const loud = (name: string, target: object) =>
    new Proxy(target, {
      get(object, key) {
        if (key in object || typeof key === 'symbol') return Reflect.get(object, key)
        throw new Error(`The Electron stand-in has no ${name}.${key}`)
      },
    })
  const electron = loud('electron', {
    contextBridge: loud('contextBridge', contextBridge),
    ipcRenderer: loud('ipcRenderer', ipcRenderer),
    webUtils: loud('webUtils', webUtils),
  })
  const requireModule = (name: string) => {
    if (name === 'electron') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  const process = loud('process', {
    platform: config.platform,
    contextIsolated: true,
    sandboxed: true,
    type: 'renderer',
  })
  try {
    preload(requireModule, module, module.exports, process)
  } catch (error) {
    console.error('Unable to load preload script', error)
    send(encode({ type: 'preload-error', message: String(error) }))
  }
}
