import { describe, expect, it } from 'vitest'
import { readServerOptions } from './run-server'

const codeOf = (args: readonly string[]) => {
  try {
    readServerOptions(args, false)
  } catch (error) {
    return (error as { data: { code: string } }).data.code
  }
  return 'accepted'
}

describe('the options of a core', () => {
  it('have defaults by who starts it', () => {
    expect(readServerOptions([], false)).toEqual({ kind: 'server', host: '127.0.0.1', port: 0 })
    expect(readServerOptions([], true)).toEqual({ kind: 'desktop', host: '127.0.0.1', port: 0 })
    expect(readServerOptions(['--kind', 'background', '--host', '::1', '--port', '4711'], true)).toEqual({
      kind: 'background',
      host: '::1',
      port: 4711,
    })
    expect(readServerOptions(['--host', 'localhost'], false).host).toBe('127.0.0.1')
    expect(readServerOptions(['--host', '[::1]'], false).host).toBe('::1')
  })

  it.each([
    [['--port', 'abc'], 'server.bad_port'],
    [['--port', '65536'], 'server.bad_port'],
    [['--port=-1'], 'server.bad_port'],
    [['--port', '1.5'], 'server.bad_port'],
    [['--port', ''], 'server.bad_port'],
    [['--host', '0.0.0.0'], 'server.not_loopback'],
    [['--kind', 'daemon'], 'usage.kind'],
    [['--open'], 'usage.option'],
    [['extra'], 'usage.option'],
  ])('%j is refused as %s', (args, code) => {
    expect(codeOf(args)).toBe(code)
  })
})
