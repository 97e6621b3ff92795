import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ArgDefinition, ArgValue } from './action-definition'
import { matchWhole } from '../../platform/match-whole'
import { projectPath } from './convert-arg'
import { resolveArgs } from './resolve-args'

const arg = (over: Partial<ArgDefinition>): ArgDefinition => ({
  name: 'a',
  type: 'string',
  required: false,
  default: null,
  description: '',
  choices: null,
  pattern: null,
  ...over,
})

describe('resolveArgs', () => {
  const takes: [Partial<ArgDefinition>, ArgValue, ArgValue][] = [
    [{}, ' kept as it is ', ' kept as it is '],
    [{}, '', ''],
    [{}, 80, '80'],
    [{ type: 'integer' }, '80', 80],
    [{ type: 'integer' }, ' -7 ', -7],
    [{ type: 'integer' }, '-0', 0],
    [{ type: 'integer' }, 80, 80],
    [{ type: 'float' }, '10.0', 10],
    [{ type: 'float' }, '1e-3', 0.001],
    [{ type: 'float' }, '.5', 0.5],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, 'No', false],
    [{ type: 'boolean' }, '1', true],
    [{ type: 'boolean' }, false, false],
    [{ type: 'path' }, 'src/a.ts', 'src/a.ts'],
    [{ type: 'path' }, './src//x/../y/', 'src/y'],
    [{ type: 'path' }, '.', '.'],
    [{ type: 'path' }, '...', '...'],
    [{ type: 'path' }, 'naïve/文.txt', 'naïve/文.txt'],
    [{ type: 'choice', choices: ['fast', 'slow'] }, 'slow', 'slow'],
    [{ type: 'choice', choices: ['1', '2'] }, 2, '2'],
    [{ pattern: 'v\\d+' }, 'v12', 'v12'],
  ]
  it.each(takes)('%j takes %j', (over, given, value) => {
    expect(resolveArgs({ args: [arg(over)] }, { a: given }, matchWhole)).toEqual({ ok: true, values: { a: value } })
  })

  const refuses: [Partial<ArgDefinition>, ArgValue, RegExp][] = [
    [{ type: 'integer' }, '1.5', /whole number/],
    [{ type: 'integer' }, 1.5, /whole number/],
    [{ type: 'integer' }, '0x10', /whole number/],
    [{ type: 'integer' }, '', /whole number/],
    [{ type: 'integer' }, true, /whole number/],
    [{ type: 'integer' }, '9007199254740993', /out of range/],
    [{ type: 'float' }, 'NaN', /must be a number/],
    [{ type: 'float' }, 'Infinity', /must be a number/],
    [{ type: 'float' }, '1e999', /out of range/],
    [{ type: 'boolean' }, 'maybe', /true or false/],
    [{ type: 'path' }, '/etc/passwd', /absolute/],
    [{ type: 'path' }, 'C:\\x', /absolute/],
    [{ type: 'path' }, '\\\\server\\x', /absolute/],
    [{ type: 'path' }, '~/x', /home folder/],
    [{ type: 'path' }, '../x', /leads out/],
    [{ type: 'path' }, 'a/../../x', /leads out/],
    [{ type: 'path' }, 'a\\..\\..\\x', /between folders/],
    [{ type: 'path' }, 'a\0b', /NUL/],
    [{ type: 'path' }, ' ', /empty/],
    [{ type: 'choice', choices: ['fast', 'slow'] }, 'fsat', /did you mean "fast"/],
    [{ pattern: 'v\\d+' }, 'xv1', /must match/],
    [{ pattern: 'a|b' }, 'ab', /must match/],
    [{ required: true }, '  ', /must be given/],
  ]
  it.each(refuses)('%j refuses %j', (over, given, message) => {
    const resolved = resolveArgs({ args: [arg(over)] }, { a: given }, matchWhole)
    expect(resolved.ok ? '' : resolved.faults[0]?.message).toMatch(message)
  })

  it('names everything that is wrong at once', () => {
    const args = [
      arg({ name: 'bug', required: true, description: 'What is wrong' }),
      arg({ name: 'count', type: 'integer' }),
    ]
    const resolved = resolveArgs({ args }, { cuont: 3, count: 'x', zebra: 'y' }, matchWhole)
    expect(resolved.ok ? [] : resolved.faults.map((fault) => [fault.kind, fault.arg])).toEqual([
      ['unknown', 'cuont'],
      ['unknown', 'zebra'],
      ['missing', 'bug'],
      ['wrong', 'count'],
    ])
    expect(resolved.ok ? '' : resolved.faults.map((fault) => fault.message).join('\n')).toMatchInlineSnapshot(`
      "There is no arg "cuont"; did you mean "count"?
      There is no arg "zebra"; known are bug, count.
      The arg "bug" (What is wrong) must be given.
      The arg "count" must be a whole number, not "x"."
    `)
  })

  it('fills in defaults and leaves out what nobody gave', () => {
    const args = [
      arg({ name: 'x', default: 5, type: 'integer' }),
      arg({ name: 'y' }),
      arg({ name: 'z', default: false, type: 'boolean' }),
    ]
    expect(resolveArgs({ args }, {}, matchWhole)).toEqual({ ok: true, values: { x: 5, z: false } })
  })

  it('says of a pattern that would take for ever that it cannot be checked', () => {
    const given = { a: 'a'.repeat(60) }
    const resolved = resolveArgs({ args: [arg({ pattern: '(a+)+b' })] }, given, matchWhole)
    expect(resolved.ok ? [] : resolved.faults).toEqual([
      expect.objectContaining({
        arg: 'a',
        kind: 'wrong',
        message: expect.stringContaining('takes too long') as unknown,
      }),
    ])
  })

  it('is not fooled by names that objects inherit', () => {
    const args = [arg({ name: '__proto__' }), arg({ name: 'constructor', required: true })]
    const resolved = resolveArgs({ args }, {}, matchWhole)
    expect(resolved.ok ? [] : resolved.faults.map((fault) => fault.arg)).toEqual(['constructor'])
    const given = resolveArgs({ args }, JSON.parse('{"__proto__":"p","constructor":"c"}'), matchWhole)
    const foreign = resolveArgs({ args: [] }, JSON.parse('{"__proto__":"p","toString":"t"}'), matchWhole)
    expect(foreign.ok ? [] : foreign.faults.map((fault) => fault.arg)).toEqual(['__proto__', 'toString'])
    expect(JSON.stringify(given)).toBe('{"ok":true,"values":{"__proto__":"p","constructor":"c"}}')
  })

  it('brings every number that it takes back to the same number', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }), (whole, real) => {
        const args = [arg({ name: 'i', type: 'integer' }), arg({ name: 'f', type: 'float' })]
        const asText = resolveArgs({ args }, { i: String(whole), f: String(real) }, matchWhole)
        expect(asText).toEqual(resolveArgs({ args }, { i: whole, f: real }, matchWhole))
        expect(asText).toEqual({ ok: true, values: { i: whole, f: real === 0 ? 0 : real } })
      }),
    )
  })

  it('never lets a path out of the project, however it is written', () => {
    const piece = fc.constantFrom('..', '.', 'a', 'b', '/', '\\', '~', 'C:', ' ', '...', '')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const read = projectPath(pieces.join(''))
        if (!('path' in read)) return
        expect(read.path).not.toMatch(/^[/\\]|^[A-Za-z]:/)
        expect(read.path.split(/[/\\]/)).not.toContain('..')
        expect(projectPath(read.path)).toEqual(read)
      }),
      { numRuns: 2000 },
    )
  })
})
