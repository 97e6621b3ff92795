import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { completeFrom, type CompletionKey } from './complete'

const key = (path: string, name: string, values: string[] = []): CompletionKey => ({
  path,
  key: name,
  type: 'string',
  description: '',
  required: false,
  values,
})
const keys = [
  key('', 'name'),
  key('', 'reusable', ['true', 'false']),
  key('', 'args'),
  key('args[]', 'name'),
  key('args[]', 'type', ['string', 'integer']),
]
const labels = (doc: string) => {
  const state = EditorState.create({ doc })
  return completeFrom(new CompletionContext(state, doc.length, true), keys)?.options.map((option) => option.label)
}

describe('completion in an action', () => {
  it('offers top keys at the top', () => expect(labels('na')).toEqual(['name', 'reusable', 'args']))
  it('offers an arg’s keys inside args', () => expect(labels('args:\n  - name: x\n    ty')).toEqual(['name', 'type']))
  it('offers the values of a key', () => {
    expect(labels('reusable: ')).toEqual(['true', 'false'])
    expect(labels('args:\n  - type: s')).toEqual(['string', 'integer'])
  })
  it('offers nothing inside a text', () => expect(labels('name: some words here')).toBeUndefined())
})
