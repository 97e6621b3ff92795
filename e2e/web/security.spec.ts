import { request, type IncomingHttpHeaders } from 'node:http'
import { expect, test } from '../fixtures/web.ts'

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

/** A request as it is written, with a Host and an Origin that no browser would let a page choose. */
function raw(endpoint: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(`${endpoint}${path}`, { method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
      )
    })
    asked.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: '' })
    })
    asked.on('error', reject).end()
  })
}
const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

test('without a session there is nothing but the page that says how to get one', async ({
  page,
  core,
  expectedErrors,
}) => {
  expectedErrors.push(/401/, /WebSocket connection/)
  for (const place of ['', '#/plans', '#/settings?part=providers']) {
    await page.goto(`${core.endpoint}/${place}`)
    await expect(page.getByRole('heading', { name: 'This page needs a session' })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  for (const path of ['/rpc/events/pulse', '/rpc/plans/list', '/api/openapi.json', '/health'])
    expect((await raw(core.endpoint, path)).status, path).toBe(401)
  expect((await raw(core.endpoint, '/rpc', upgrade)).status).toBe(401)
})

test('a code works once, and is gone from the address', async ({ page, core, browser, expectedErrors, pageErrors }) => {
  await page.goto(core.url)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(page.url()).not.toContain('code')
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expectedErrors.push(/401/, /WebSocket connection/)
  const second = await browser.newPage()
  pageErrors.follow(second)
  await second.goto(core.url)
  await expect(second.getByRole('heading', { name: 'This page needs a session' })).toBeVisible()
  await second.close()
  await page.close()
})

test('the cookie is out of reach of scripts and of other sites, and no address holds a secret', async ({
  page,
  core,
}) => {
  const asked: string[] = []
  page.on('request', (one) => asked.push(one.url()))
  page.on('websocket', (one) => asked.push(one.url()))
  await page.goto(core.url)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const cookies = await page.context().cookies()
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  const code = new URL(core.url).hash.slice('#code='.length)
  for (const secret of [core.token, cookies[0]!.value, code]) {
    expect(stored).not.toContain(secret)
    expect(asked.filter((url) => url !== core.url && url.includes(secret))).toEqual([])
  }
  expect(asked.some((url) => url.startsWith('ws:'))).toBe(true)
  await page.close()
})

test('another Host or Origin is refused, whatever it carries', async ({ core }) => {
  const bearer = { authorization: `Bearer ${core.token}` }
  const ownHost = new URL(core.endpoint).host
  const { port } = new URL(core.endpoint)
  expect((await raw(core.endpoint, '/health', bearer)).status).toBe(200)
  expect((await raw(core.endpoint, '/health', { ...bearer, host: `localhost:${port}` })).status).toBe(200)
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1.evil.example:${port}`])
    for (const path of ['/', '/health', '/rpc/events/pulse'])
      expect((await raw(core.endpoint, path, { ...bearer, host })).status, `${host} ${path}`).toBe(403)
  for (const origin of ['http://evil.example', 'null', `https://${ownHost}`, 'http://127.0.0.1:1', 'file://']) {
    expect((await raw(core.endpoint, '/rpc/events/pulse', { ...bearer, origin })).status, origin).toBe(403)
    expect((await raw(core.endpoint, '/rpc', { ...bearer, ...upgrade, origin })).status, origin).toBe(403)
  }
  expect((await raw(core.endpoint, '/rpc', { ...bearer, ...upgrade, origin: core.endpoint })).status).toBe(101)
  expect((await raw(core.endpoint, `/rpc/events/pulse?token=${core.token}`)).status).toBe(401)
})

test('every page comes with a policy that runs nothing but the bundle', async ({ core }) => {
  for (const path of ['/', '/missing.js', '/..%2f..%2fpackage.json', '/rpc/events/pulse']) {
    const { headers, text } = await raw(core.endpoint, path)
    const policy = String(headers['content-security-policy'])
    expect(policy, path).toContain("default-src 'none'")
    expect(policy, path).toMatch(/script-src 'self'(;|$)/)
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(headers, path).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    expect(text, path).not.toContain('"devDependencies"')
  }
})
