import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { chooseEditor, editorCall, wordsOf } from './editor'

const folder = mkdtempSync(join(tmpdir(), 'editors-'))
afterAll(() => rmSync(folder, { recursive: true }))
for (const name of ['code', 'zed', 'other editor']) {
  writeFileSync(join(folder, name), '#!/bin/sh\n')
  chmodSync(join(folder, name), 0o755)
}
writeFileSync(join(folder, 'subl'), 'not a program')
const platform = 'linux'
const PATH = folder

test.each([
  ['the configured one', 'nvim-qt', { PATH, VISUAL: 'code' }, { command: 'nvim-qt', from: 'configuration' }],
  ['VISUAL', null, { PATH, VISUAL: 'kate -n', EDITOR: 'code' }, { command: 'kate -n', from: 'environment' }],
  ['EDITOR', null, { PATH, EDITOR: 'code --wait' }, { command: 'code --wait', from: 'environment' }],
  [
    'none that needs a terminal',
    null,
    { PATH, VISUAL: '/usr/bin/vim', EDITOR: 'nano' },
    { command: 'code', from: 'detected' },
  ],
  ['none at all', null, { PATH: join(folder, 'empty'), EDITOR: 'vi' }, null],
  ['none from a relative folder', null, { PATH: '.' }, null],
])('%s is taken', (_name, configured, env, choice) => {
  expect(chooseEditor({ configured, env, platform })).toEqual(choice)
})

test.each([
  ['code', 7, ['--goto', '/a b/c.ts:7']],
  ['code --wait', undefined, ['--wait', '/a b/c.ts']],
  ['zed', 7, ['/a b/c.ts:7']],
  [`"${join(folder, 'other editor')}" -x`, 7, ['-x', '/a b/c.ts']],
])('%s at line %j is given %j', (command, line, args) => {
  expect(editorCall(command, '/a b/c.ts', line, { env: { PATH }, platform })).toMatchObject({ args })
})

test.each(['subl', 'missing', './code', '../code', '', '/no/such/editor'])('%j is not run', (command) => {
  expect(editorCall(command, '/a', undefined, { env: { PATH }, platform })).toBeNull()
})

test('a command is parted as a shell would, and nothing else is done with it', () => {
  expect(wordsOf(`"/opt/my editor/ed" --new='a b' $(rm) ;x`)).toEqual(['/opt/my editor/ed', '--new=a b', '$(rm)', ';x'])
})
