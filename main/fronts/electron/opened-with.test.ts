import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { foldersAmong, openedWith } from './opened-with'

const folder = mkdtempSync(join(tmpdir(), 'opened-with-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'sub.yaml'))
writeFileSync(join(folder, 'a.action.yaml'), 'name: local/a\n')
writeFileSync(join(folder, 'huge.yaml'), 'x'.repeat(300_000))

test.each([
  ['a link', ['/app', '--flag', 'cleveragents://plans'], { kind: 'go', to: '/plans' }],
  ['a link that leads nowhere', ['/app', 'cleveragents://nowhere'], null],
  ['a file beside', ['/app', 'a.action.yaml'], { kind: 'action-file', name: 'a.action.yaml', text: 'name: local/a\n' }],
  ['a link before a file', ['cleveragents://inbox', 'a.action.yaml'], { kind: 'go', to: '/' }],
  ['a file that is not there', ['missing.yaml'], null],
  ['a folder named like a file', ['sub.yaml'], null],
  ['a file too large for an action', ['huge.yaml'], null],
  ['a switch named like a file', ['--config=a.yaml'], null],
  ['nothing', ['/app', folder], null],
])('%s', async (_name, words, request) => {
  expect(await openedWith(words, folder)).toEqual(request)
})

test('of what is dropped only folders count', async () => {
  const paths = [join(folder, 'sub.yaml'), join(folder, 'a.action.yaml'), join(folder, 'missing')]
  expect(await foldersAmong(paths)).toEqual([paths[0]])
})
