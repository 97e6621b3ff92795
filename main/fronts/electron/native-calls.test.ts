import { expect, test } from 'vitest'
import { makeNativeCall, type NativeCalls } from './native-calls'

function recording(): { readonly calls: NativeCalls; readonly made: unknown[] } {
  const made: unknown[] = []
  const note =
    <T>(name: string, answer: T) =>
    async (argument: unknown) => {
      made.push([name, argument])
      return answer
    }
  const calls: NativeCalls = {
    pickFolder: note('pickFolder', '/chosen'),
    openExternal: note('openExternal', true),
    revealPath: note('revealPath', true),
    setTheme: note('setTheme', undefined),
    setKey: note('setKey', 'stored' as const),
    removeKey: note('removeKey', undefined),
    keyState: note('keyState', {}),
  }
  return { calls, made }
}

test.each([
  ['pickFolder', undefined],
  ['openExternal', { url: 'https://example.com' }],
  ['revealPath', { path: '/home/me/file' }],
  ['setTheme', { theme: 'dark' }],
  ['setKey', { provider: 'openai', key: 'sk-1' }],
  ['removeKey', { provider: 'my-server.local' }],
  ['keyState', undefined],
])('%s %j is made', async (name, argument) => {
  const { calls, made } = recording()
  await makeNativeCall(calls, name, argument)
  expect(made).toEqual([[name, argument]])
})

test.each([
  ['toString', undefined],
  ['__proto__', undefined],
  [7, undefined],
  ['pickFolder', {}],
  ['openExternal', { url: 7 }],
  ['openExternal', undefined],
  ['revealPath', { path: 'relative/file' }],
  ['revealPath', { path: '/a\0b' }],
  ['setTheme', { theme: 'purple' }],
  ['setKey', { provider: '../openai', key: 'sk-1' }],
  ['setKey', { provider: '__proto__', key: 'sk-1' }],
  ['setKey', { provider: 'openai', key: '' }],
  ['setKey', { provider: 'openai', key: 'sk\n1' }],
])('%s %j is rejected', async (name, argument) => {
  const { calls, made } = recording()
  await expect(makeNativeCall(calls, name, argument)).rejects.toThrow(/native call|not valid/)
  expect(made).toEqual([])
})

test('a rejection does not repeat the key', async () => {
  const { calls } = recording()
  const call = makeNativeCall(calls, 'setKey', { provider: '', key: 'sk-secret' })
  await expect(call).rejects.toThrow('The argument of setKey is not valid.')
})
