import { describe, expect, it } from 'vitest'
import { addEntry, changeBetween, readFields, setField } from './edit-yaml'

const source = `# Ours
name: local/x # the name
description: "Old words"

definition_of_done: |
  One.
  Two.
args:
  # What is broken
  - name: bug
    type: string # free text
    required: true
  - name: strict
    type: choice
    choices: [no, very]
`

describe('an action’s text that is edited in a form', () => {
  it('changes the one value and keeps comments, quotes, blank lines and order', () => {
    expect(setField(source, ['description'], 'New words')).toBe(source.replace('Old words', 'New words'))
    expect(setField(source, ['args', 0, 'type'], 'path')).toBe(source.replace('type: string', 'type: path'))
    expect(setField(source, ['args', 0, 'required'], false)).toBe(source.replace('required: true', 'required: false'))
    expect(setField(source, ['definition_of_done'], 'One.\nThree.\n')).toBe(source.replace('Two.', 'Three.'))
  })

  it('adds what is not there and takes out what is emptied', () => {
    const added = setField(source, ['read_only'], true)!
    expect(added).toBe(`${source}read_only: true\n`)
    expect(setField(added, ['read_only'], null)).toBe(source)
    const third = addEntry(source, 'args', { name: 'third', type: 'string' })!
    expect(third).toBe(`${source}  - name: third\n    type: string\n`)
    expect(setField(third, ['args', 2], null)).toBe(source)
    expect(addEntry('name: x\n', 'args', { name: 'a' })).toBe('name: x\nargs:\n  - name: a\n')
    expect(setField('args:\n  - name: a\nname: x\n', ['args', 0], null)).toBe('name: x\n')
    expect(setField('name: x\n', ['args', 0, 'choices'], ['a', 'b'])).toContain('- a')
  })

  it('leaves a text alone that cannot be read', () => {
    expect(readFields('name: [\n')).toBeNull()
    expect(setField('name: [\n', ['description'], 'x')).toBeNull()
    expect(addEntry('- a\n', 'args', {})).toBeNull()
    expect(readFields('')).toEqual({})
    expect(setField('', ['name'], 'local/x')).toBe('name: local/x\n')
  })

  it('quotes what would else be read as something other than text', () => {
    expect(setField('name: x\n', ['description'], 'yes: no # really')).toBe(
      'name: x\ndescription: "yes: no # really"\n',
    )
  })

  it('tells an editor the least that changes', () => {
    expect(changeBetween('name: one\n', 'name: two\n')).toEqual({ from: 6, to: 9, insert: 'two' })
    expect(changeBetween('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' })
  })

  it('makes a rule of words one with parts, and begins lists of rules and checks', () => {
    const ruled = addEntry('name: x\n', 'invariants', 'Stay compatible')!
    expect(ruled).toBe('name: x\ninvariants:\n  - Stay compatible\n')
    const checked = setField(ruled, ['invariants', 0], { text: 'Stay compatible' })!
    expect(checked).toBe('name: x\ninvariants:\n  - text: Stay compatible\n')
    const escalate = { paths: ['src/api/**'], decision_types: ['tool_invocation'] }
    const asked = setField(checked, ['invariants', 0, 'escalate'], escalate)!
    expect(readFields(asked)!['invariants']).toEqual([{ text: 'Stay compatible', escalate }])
    expect(setField(asked, ['invariants', 0, 'escalate'], null)).toBe(checked)
    expect(setField('name: x\nvalidations:\n  - timeout: 5\n', ['validations', 0, 'timeout'], 60)).toContain(
      'timeout: 60',
    )
  })
})
