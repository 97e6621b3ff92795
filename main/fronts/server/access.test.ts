import { describe, expect, it } from 'vitest'
import { createAccess, type Caller } from './access'

const here = (change: Partial<Caller> = {}): Caller => ({
  host: '127.0.0.1:4000',
  origin: undefined,
  authorization: undefined,
  cookie: undefined,
  ...change,
})

function open(now = () => 0) {
  const access = createAccess('secret-token', now)
  access.listenAs(['127.0.0.1', 'localhost'], 4000)
  return access
}

describe('access', () => {
  it.each([
    ['its own address', here(), true],
    ['its name', here({ host: 'LOCALHOST:4000' }), true],
    ['a rebound name', here({ host: 'evil.example:4000' }), false],
    ['another port', here({ host: '127.0.0.1:4001' }), false],
    ['no host', here({ host: undefined }), false],
    ['a page of its own', here({ origin: 'http://127.0.0.1:4000' }), true],
    ['a page of another origin', here({ origin: 'http://evil.example' }), false],
    ['a page without an origin', here({ origin: 'null' }), false],
    ['a page over another scheme', here({ origin: 'https://127.0.0.1:4000' }), false],
  ])('answers %s: %s', (_title, caller, expected) => {
    expect(open().fromHere(caller)).toBe(expected)
  })

  it('knows a program by its token alone', () => {
    const access = open()
    expect(access.isProgram(here({ authorization: 'Bearer secret-token' }))).toBe(true)
    expect(access.isProgram(here({ authorization: 'Bearer secret-token2' }))).toBe(false)
    expect(access.isProgram(here({ authorization: 'Basic secret-token' }))).toBe(false)
    expect(access.isProgram(here())).toBe(false)
  })

  it('exchanges a code once, and not when it is old', () => {
    let time = 0
    const access = open(() => time)
    const code = access.newCode()
    const session = access.exchange(code)
    expect(session).toBeDefined()
    expect(access.exchange(code)).toBeUndefined()
    expect(access.isBrowser(here({ cookie: `a=b; ${access.cookieName()}=${session}` }))).toBe(true)
    expect(access.isBrowser(here({ cookie: `${access.cookieName()}=other` }))).toBe(false)
    const late = access.newCode()
    time = 11 * 60 * 1000
    expect(access.exchange(late)).toBeUndefined()
    expect(access.exchange('made up')).toBeUndefined()
  })
})
