import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Milliseconds for which a one-time code can be exchanged. */
const codeLife = 10 * 60 * 1000

const digest = (text: string) => createHash('sha256').update(text).digest()
const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

/** What a request says of where it comes from. */
export type Caller = {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly authorization: string | undefined
  readonly cookie: string | undefined
}

export function callerOf({ host, origin, authorization, cookie }: IncomingHttpHeaders): Caller {
  return { host, origin, authorization, cookie }
}

export type Access = ReturnType<typeof createAccess>

/**
 * Who may speak to the server: programs with the token of `core.json`, browsers with a session that a one-time code was
 * exchanged for. A request for another host, or from a page of another origin, is refused whatever it carries.
 */
export function createAccess(token: string, now: () => number) {
  const codes = new Map<string, number>()
  const sessions = new Set<string>()
  let hosts: ReadonlySet<string> = new Set()
  let cookieName = ''

  const sessionOf = (cookie: string | undefined): string | undefined =>
    cookie
      ?.split(';')
      .map((part) => part.trim().split('='))
      .find(([name]) => name === cookieName)?.[1]

  return {
    /** Says under which hosts, at which port, the server is reached; everything else is a rebound name. */
    listenAs(names: readonly string[], port: number): void {
      hosts = new Set(names.map((name) => `${name.toLowerCase()}:${port}`))
      // Browsers keep cookies by host, whatever the port: one name for all would end the session at another server.
      cookieName = `cleveragents_session_${port}`
    },
    /** What the session cookie is called here, once `listenAs` has said where the server is. */
    cookieName: () => cookieName,
    fromHere(caller: Caller): boolean {
      if (!caller.host || !hosts.has(caller.host.toLowerCase())) return false
      if (caller.origin === undefined) return true
      return (
        URL.canParse(caller.origin) &&
        new URL(caller.origin).protocol === 'http:' &&
        hosts.has(new URL(caller.origin).host.toLowerCase())
      )
    },
    isProgram(caller: Caller): boolean {
      const [scheme, given] = caller.authorization?.split(' ') ?? []
      return scheme?.toLowerCase() === 'bearer' && given !== undefined && same(given, token)
    },
    /** A browser's session must come with the page's own origin wherever the browser sends one. */
    isBrowser(caller: Caller): boolean {
      const given = sessionOf(caller.cookie)
      return given !== undefined && [...sessions].some((session) => same(session, given))
    },
    /** Makes a code for the fragment of a URL: it works once, for ten minutes. */
    newCode(): string {
      const code = randomBytes(24).toString('base64url')
      codes.set(code, now() + codeLife)
      return code
    },
    /** Exchanges a code for the value of a session cookie; undefined where the code is unknown, used or old. */
    exchange(code: string): string | undefined {
      const expires = codes.get(code)
      codes.delete(code)
      if (expires === undefined || expires < now()) return undefined
      const session = randomBytes(32).toString('base64url')
      sessions.add(session)
      return session
    },
  }
}
