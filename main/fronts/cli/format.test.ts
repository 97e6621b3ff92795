import { describe, expect, it } from 'vitest'
import { resolveFormat, takeFormat } from './format'

describe('--format', () => {
  it.each([
    [['--format', 'json', 'plan', 'list'], ['plan', 'list'], 'json'],
    [['plan', '--format=yaml', 'list'], ['plan', 'list'], 'yaml'],
    [['plan', 'list', '--format', 'rich'], ['plan', 'list'], 'rich'],
    [['plan', 'prompt', 'X', '--', '--format', 'json'], ['plan', 'prompt', 'X', '--', '--format', 'json'], undefined],
  ] as const)('is taken out of %j', (line, rest, format) => {
    expect(takeFormat(line)).toEqual({ rest, format, wrong: undefined })
  })

  it('tells a value that is none', () => {
    expect(takeFormat(['plan', 'list', '--format', 'xml']).wrong).toBe('xml')
    expect(takeFormat(['plan', 'list', '--format']).wrong).toBe('')
  })

  const resolved = (
    given: 'json' | undefined,
    variable: string | undefined,
    configured: string | undefined,
    tty: boolean,
  ) =>
    resolveFormat(
      given,
      { CLEVERAGENTS_CORE_FORMAT: variable },
      () => Promise.resolve(configured),
      () => tty,
    )

  it('holds before the environment, the configuration and the terminal', async () => {
    expect(await resolved('json', 'yaml', 'plain', true)).toBe('json')
    expect(await resolved(undefined, 'yaml', 'plain', true)).toBe('yaml')
    expect(await resolved(undefined, undefined, 'json', true)).toBe('json')
    expect(await resolved(undefined, undefined, undefined, true)).toBe('rich')
    expect(await resolved(undefined, undefined, undefined, false)).toBe('plain')
    expect(await resolved(undefined, 'nonsense', undefined, false)).toBe('plain')
  })
})
