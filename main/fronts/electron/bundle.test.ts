import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleFile, serveBundle } from './bundle'

describe('the file of an address', () => {
  test.each([
    ['app://bundle/', '/root/index.html'],
    ['app://bundle', '/root/index.html'],
    ['app://bundle/index.html#/plans', '/root/index.html'],
    ['app://bundle/assets/index-a1.js?v=2', '/root/assets/index-a1.js'],
    ['app://bundle/assets/a%20b.css', '/root/assets/a b.css'],
    // Resolved by the address itself, and still inside.
    ['app://bundle/a/../assets/x.woff2', '/root/assets/x.woff2'],
    ['app://bundle/../../etc/x.json', '/root/etc/x.json'],
  ])('%s → %s', (address, file) => {
    expect(bundleFile('/root', address)).toBe(file)
  })

  test.each([
    'app://other/index.html',
    'file:///root/index.html',
    'https://bundle/index.html',
    'app://bundle/..%2fsecret.json',
    'app://bundle/assets/..%2f..%2fsecret.json',
    'app://bundle/..%5csecret.json',
    'app://bundle/%2e%2e%2fsecret.json',
    'app://bundle/.env.json',
    'app://bundle/assets/.hidden/x.js',
    'app://bundle/a%00.html',
    'app://bundle/%',
    'app://bundle/id_rsa',
    'app://bundle/script.sh',
    'not an address',
  ])('%s is refused', (address) => {
    expect(bundleFile('/root', address)).toBeNull()
  })
})

describe('serving', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  const serve = serveBundle(folder)
  beforeAll(() => {
    writeFileSync(join(folder, 'index.html'), '<p>hello</p>')
    mkdirSync(join(folder, 'folder.js'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('a file comes with its type and the policy', async () => {
    const answer = await serve(new Request('app://bundle/index.html'))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('<p>hello</p>')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('HEAD comes without the body', async () => {
    const answer = await serve(new Request('app://bundle/index.html', { method: 'HEAD' }))
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })

  test.each([
    ['GET', 'app://bundle/missing.js', 404],
    ['GET', 'app://bundle/folder.js', 404],
    ['GET', 'app://bundle/index.html/x.js', 404],
    ['POST', 'app://bundle/index.html', 405],
  ])('%s %s is %i, with the policy', async (method, address, status) => {
    const answer = await serve(new Request(address, { method }))
    expect([answer.status, await answer.text()]).toEqual([status, ''])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})
