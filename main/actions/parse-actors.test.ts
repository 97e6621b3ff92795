import { describe, expect, it } from 'vitest'
import { parseAction } from './parse-action'

const head = 'name: local/x\ndefinition_of_done: done\n'

describe('built-in actors', () => {
  const acts = (actor: string, ...names: string[]) =>
    `${head}strategy_actor: ${actor}\nexecution_actor: ${actor}\nargs:\n${names.map((name) => `  - { name: ${name}, type: string }\n`).join('')}`
  const errors = (source: string) =>
    parseAction(source, {})
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ span, message, suggestion }) => ({
        at: `${span.line}:${span.column}-${span.endLine}:${span.endColumn}`,
        message,
        suggestion,
      }))

  it('an unknown one is refused at its line with the one that may be meant', () => {
    expect(errors(acts('builtin/rewrit', 'pattern'))).toMatchObject([
      {
        at: '3:17-3:31',
        message: 'There is no built-in actor "builtin/rewrit". Did you mean builtin/rewrite?',
        suggestion: 'builtin/rewrite',
      },
      { at: '4:18-4:32' },
    ])
    expect(errors(`${head}invariant_actor: builtin/xyzzy`)).toMatchObject([
      {
        message: expect.stringContaining('builtin/rewrite, builtin/command and builtin/invariant-resolver') as unknown,
      },
    ])
    expect(errors(`${head}invariant_actor: Builtin/Invariant-Resolver\nstrategy_actor: local/unknown`)).toEqual([])
  })

  it('one without the args that it reads is refused once, with their names', () => {
    expect(errors(acts('builtin/rewrite', 'pattern', 'paths')).map(({ at, message }) => [at, message])).toEqual([
      [
        '3:17-3:32',
        'builtin/rewrite reads the args pattern, rewrite and language, and this action has no rewrite and language; add them under "args".',
      ],
    ])
    expect(errors(`${head}execution_actor: builtin/command`).map(({ at, message }) => [at, message])).toEqual([
      ['3:18-3:33', 'builtin/command reads the arg command, and this action has no command; add it under "args".'],
    ])
    expect(errors(acts('builtin/rewrite', 'pattern', 'rewrite', 'language'))).toEqual([])
    expect(errors(acts('builtin/command', 'command'))).toEqual([])
  })

  it('warns of an arg that none of them reads, where they do all the work', () => {
    const warned = (source: string): readonly (readonly [number, string])[] =>
      parseAction(source, {})
        .diagnostics.filter(({ severity }) => severity === 'warning')
        .map(({ span, message }) => [span.line, message] as const)
    const source = acts('builtin/command', 'dir', 'command')
    expect(warned(source)).toContainEqual([
      6,
      'Nothing reads the arg dir: builtin/command reads command and nothing else.',
    ])
    const text = (found: ReturnType<typeof warned>) => JSON.stringify(found)
    expect(text(warned(acts('builtin/rewrite', 'pattern', 'rewrite', 'language', 'paths')))).not.toContain(
      'Nothing reads',
    )
    expect(text(warned(source.replace(/^strategy_actor.*\n/m, '')))).not.toContain('Nothing reads')
  })

  it('whoever writes actor is told which keys there are', () => {
    expect(errors(`${head}actor: builtin/command`)).toMatchObject([
      {
        message: 'Unknown key "actor". Did you mean "strategy_actor" and "execution_actor"?',
        suggestion: 'strategy_actor',
      },
    ])
  })

  it('nothing is said of missing args while one of those there has a fault of its own', () => {
    const source = `${head}execution_actor: builtin/command\nargs:\n  - { nam: command, type: string }\n`
    expect(
      errors(source)
        .map(({ message }) => message)
        .join('\n'),
    ).not.toContain('reads the arg')
  })
})
