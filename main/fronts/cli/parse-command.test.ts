import { describe, expect, it } from 'vitest'
import { Refusal } from '@shared/model/refusal'
import type { Command } from './command'
import { pairsOf, type Given } from './given'
import { parseCommand } from './parse-command'

const command: Command = {
  arguments: [
    { name: 'action', description: 'An action' },
    { name: 'project', description: 'Projects', variadic: true },
  ],
  options: [
    { flags: '-d, --description <text>', description: 'Text' },
    { flags: '--arg <name=value>', description: 'Arguments', repeat: true },
    { flags: '--mode <mode>', description: 'Mode', choices: ['merge', 'squash'] },
    { flags: '--include-uncommitted', description: 'Flag' },
    { flags: '--no-wait', description: 'Flag that is on' },
  ],
  run: () => Promise.reject(new Error('never runs')),
}

function parse(...line: string[]): Given {
  const parsed = parseCommand('plan use', 'Makes a plan.', command, line)
  if ('help' in parsed) throw new Error('help')
  return parsed.given
}

function thrown(work: () => unknown): Refusal['data'] {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error.data
    throw error
  }
  throw new Error('it was accepted')
}

const refusal = (...line: string[]) => thrown(() => parse(...line))

describe('the line of a command', () => {
  it('takes options between and after arguments', () => {
    const given = parse('--mode', 'merge', 'a', '-d', 'two words', 'p', '--include-uncommitted', 'q')
    expect(given.text('action')).toBe('a')
    expect(given.list('project')).toEqual(['p', 'q'])
    expect(given.maybe('description')).toBe('two words')
    expect(given.flag('include-uncommitted')).toBe(true)
    expect(given.flag('wait')).toBe(true)
  })

  it('turns off what is on', () => {
    expect(parse('a', 'p', '--no-wait').flag('wait')).toBe(false)
  })

  it('keeps equal signs, new lines and dashes of a repeated value', () => {
    const given = parse('a', '--arg', 'x=1=2', 'p', '--arg=y=line\nline', '--arg', 'z=-1')
    expect(pairsOf(given.list('arg'), 'local/a')).toEqual({ x: '1=2', y: 'line\nline', z: '-1' })
  })

  it('takes a text that begins with a dash after a lone --', () => {
    expect(parse('a', '--', '--mode').list('project')).toEqual(['--mode'])
  })

  it.each([
    ['an unknown option', ['a', 'p', '--inclode-uncommitted'], 'usage.unknown_option', '--include-uncommitted'],
    ['a missing argument', ['a'], 'usage.missing_argument', 'plan use --help'],
    ['a missing value', ['a', 'p', '--mode'], 'usage.missing_value', 'plan use --help'],
    ['a wrong choice', ['a', 'p', '--mode', 'sqash'], 'usage.choice', 'squash'],
    ['a value for a flag', ['a', 'p', '--include-uncommitted=1'], 'usage.no_value', 'plan use --help'],
    ['a flag that is on already', ['a', 'p', '--wait'], 'usage.unknown_option', '--no-wait'],
  ])('refuses %s', (_title, line, code, hint) => {
    const { kind, ...told } = refusal(...line)
    expect(kind).toBe('invalid')
    expect(told.code).toBe(code)
    expect(told.hint).toContain(hint)
  })

  it('refuses what is no pair, and a pair given twice', () => {
    expect(() => pairsOf(['novalue'], 'local/a')).toThrow('no argument of an action')
    expect(() => pairsOf(['=x'], 'local/a')).toThrow('no argument of an action')
    expect(() => pairsOf(['a=1', 'a=2'], 'local/a')).toThrow('twice')
    const lost = thrown(() => pairsOf(['__proto__=1'], 'local/a'))
    expect(lost).toMatchObject({ message: 'No plan was made. There is no arg "__proto__".' })
    expect(lost.hint).toContain('agents action show local/a')
    expect(pairsOf(['a=b=c', 'constructor=1'], 'local/a')).toEqual({ a: 'b=c', constructor: '1' })
  })

  it('refuses too little of an id before anybody is asked', () => {
    expect(() => parse('abc', 'p').id('action')).toThrow('as the id of an action.')
    expect(parse('abcdef', 'p').id('action')).toBe('abcdef')
  })

  it('explains itself', () => {
    const parsed = parseCommand('plan use', 'Makes a plan.', command, ['a', '--help'])
    expect('help' in parsed && parsed.help).toMatchInlineSnapshot(`
      "Usage: agents plan use [options] ACTION PROJECT...

      Makes a plan.

      Arguments:
        ACTION   An action
        PROJECT  Projects

      Options:
        -d, --description <text>  Text
        --arg <name=value>        Arguments (repeatable)
        --mode <mode>             Mode (merge, squash)
        --include-uncommitted     Flag
        --no-wait                 Flag that is on
        --format <format>         rich, plain, json or yaml; may stand anywhere on the line
        -h, --help                Shows this text"
    `)
  })
})
