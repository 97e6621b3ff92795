// Structured clone, near enough, as JSON text. Runs at both ends of the DevTools connection: `encode` and `decode` are
// injected into pages by their source text, so neither may use a name from outside.

export function encode(value: unknown): string {
  const seen = new Map<object, number>()
  const base64 = (view: ArrayBufferView): string => {
    let binary = ''
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
    return btoa(binary)
  }
  const walk = (x: unknown): unknown => {
    if (x === null || typeof x === 'string' || typeof x === 'boolean') return x
    if (typeof x === 'number' && Number.isFinite(x)) return x
    if (typeof x === 'number') return { $: 'number', v: String(x) }
    if (x === undefined) return { $: 'undefined' }
    if (typeof x === 'bigint') return { $: 'bigint', v: String(x) }
    if (typeof x !== 'object') throw new Error('An object could not be cloned.')
    const known = seen.get(x)
    if (known !== undefined) return { $: 'ref', v: known }
    seen.set(x, seen.size)
    if (Array.isArray(x)) return x.map(walk)
    if (x instanceof Date) return { $: 'Date', v: x.getTime() }
    if (x instanceof Error) return { $: 'Error', v: [x.name, x.message] }
    if (x instanceof ArrayBuffer) return { $: 'ArrayBuffer', v: base64(new Uint8Array(x)) }
    if (ArrayBuffer.isView(x)) return { $: 'Uint8Array', v: base64(x) }
    if (Object.prototype.toString.call(x) !== '[object Object]') throw new Error('An object could not be cloned.')
    return { $: 'object', v: Object.entries(x).map(([key, member]) => [key, walk(member)]) }
  }
  return JSON.stringify(walk(value))
}

export function decode(text: string): unknown {
  type Tagged = { readonly $: string; readonly v: unknown }
  const seen: unknown[] = []
  const keep = <T>(x: T): T => {
    seen.push(x)
    return x
  }
  const bytes = (v: unknown) => Uint8Array.from(atob(v as string), (character) => character.charCodeAt(0))
  const walk = (x: unknown): unknown => {
    if (x === null || typeof x !== 'object') return x
    if (Array.isArray(x)) {
      const list: unknown[] = keep([])
      for (const member of x) list.push(walk(member))
      return list
    }
    const { $: kind, v } = x as Tagged
    if (kind === 'undefined') return undefined
    if (kind === 'number') return Number(v)
    if (kind === 'bigint') return BigInt(v as string)
    if (kind === 'ref') return seen[v as number]
    if (kind === 'Date') return keep(new Date(v as number))
    if (kind === 'Error') {
      const [name, message] = v as [string, string]
      return keep(Object.assign(new Error(message), { name }))
    }
    if (kind === 'ArrayBuffer') return keep(bytes(v).buffer)
    if (kind === 'Uint8Array') return keep(bytes(v))
    const object: Record<string, unknown> = keep({})
    for (const [key, member] of v as [string, unknown][]) object[key] = walk(member)
    return object
  }
  return walk(JSON.parse(text))
}
