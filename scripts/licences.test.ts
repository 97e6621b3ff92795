import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectLicences, packageOfModule } from './licences.ts'

const root = join(import.meta.dirname, '..')

test('what runs is named with its licence and its text, and what only builds is not', () => {
  const react = join(root, 'node_modules/react')
  const all = collectLicences(root, [react])
  const named = (name: string) => all.find((one) => one.name === name)
  expect(named('react')).toMatchObject({
    licence: 'MIT',
    text: expect.stringContaining('Permission is hereby granted'),
  })
  expect(named('better-sqlite3')?.text).toContain('Permission')
  expect(named('electron')).toBeDefined()
  // A dependency of a dependency.
  expect(named('bindings') ?? named('node-addon-api') ?? named('asap')).toBeDefined()
  expect(named('vitest')).toBeUndefined()
  expect(named('typescript')).toBeUndefined()
  expect(all.filter((one) => one.text.length === 0)).toEqual([])
  expect(new Set(all.map((one) => `${one.name}@${one.version}`)).size).toBe(all.length)
})

test.each([
  ['/a/node_modules/react/index.js', '/a/node_modules/react'],
  ['/a/node_modules/@base-ui/react/dialog/index.js', '/a/node_modules/@base-ui/react'],
  ['/a/node_modules/x/node_modules/y/z.js', '/a/node_modules/x/node_modules/y'],
  ['\0/a/node_modules/react/index.js?commonjs', '/a/node_modules/react'],
  ['/a/renderer/main.tsx', null],
])('%j belongs to %j', (id, folder) => {
  expect(packageOfModule(id)).toBe(folder)
})

test.runIf(existsSync(join(root, 'out/renderer/third-party-licences.json')))('the build holds the list', async () => {
  const list = await import(join(root, 'out/renderer/third-party-licences.json'), { with: { type: 'json' } })
  const names = (list.default as { name: string }[]).map((one) => one.name)
  for (const name of ['react', 'lucide-react', '@base-ui/react', 'zod', 'better-sqlite3']) expect(names).toContain(name)
})
