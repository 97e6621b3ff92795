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
    openInEditor: note('openInEditor', true),
    editor: note('editor', null),
    dropped: note('dropped', undefined),
    runCommand: note('runCommand', undefined),
    openAtLogin: note('openAtLogin', false),
    setOpenAtLogin: note('setOpenAtLogin', true),
    updateState: note('updateState', { state: 'off' as const, message: '', version: null }),
    installUpdate: note('installUpdate', undefined),
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
  ['openInEditor', { path: '/home/me/file', line: 3 }],
  ['editor', undefined],
  ['dropped', { paths: ['/home/me/folder'] }],
  ['runCommand', { id: 'new-window' }],
  ['openAtLogin', undefined],
  ['setOpenAtLogin', { on: true }],
  ['updateState', undefined],
  ['installUpdate', undefined],
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
  ['openInEditor', { path: '/a', line: 0 }],
  ['openInEditor', { path: '-x', line: 1 }],
  ['dropped', { paths: ['relative'] }],
  ['dropped', { paths: Array.from({ length: 101 }, () => '/a') }],
  ['runCommand', { id: 'new-plan' }],
  ['runCommand', { id: 'quit' }],
  ['setOpenAtLogin', {}],
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
