import { describe, expect, it } from 'vitest'
import { commands } from './commands'
import { findCommand } from './find-command'
import { helpText } from './help'
import { groups, registry } from './registry'

describe('finding a command', () => {
  it('finds each by its words and leaves the rest of the line', () => {
    for (const { name } of registry) {
      const found = findCommand([...name.split(' '), 'x'])
      expect(found).toMatchObject({ entry: { name }, line: ['x'] })
    }
  })

  it('has code and one sentence for each', () => {
    expect(Object.keys(commands).sort()).toEqual(registry.map((entry) => entry.name).sort())
    for (const { summary } of registry) expect(summary).toMatch(/^[A-Z][^.]*\.$/)
    for (const { name } of registry.filter((entry) => entry.name.includes(' ')))
      expect(Object.keys(groups)).toContain(name.split(' ')[0])
  })

  it.each([
    [['plan', 'statu'], 'plan statu', '`agents plan status`'],
    [['plam'], 'plam', '`agents plan`'],
    [['plan'], 'plan', 'agents plan --help'],
    [['--nonsense'], '', 'agents --help'],
  ])('refuses %j with what may have been meant', (line, words, hint) => {
    const found = findCommand(line)
    expect(found).toMatchObject({ words, refusal: { data: { kind: 'invalid' } } })
    expect('refusal' in found && found.refusal.data.hint).toContain(hint)
  })

  it.each([
    [[], 'all'],
    [['--help'], 'all'],
    [['help'], 'all'],
    [['plan', '--help'], 'plan'],
    [['help', 'plan'], 'plan'],
  ])('answers %j with help', (line, help) => {
    expect(findCommand(line)).toEqual({ help })
  })

  it('lists every command in the help', () => {
    for (const { usage } of registry) expect(helpText('all')).toContain(usage)
  })
})
