import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appears, makePlace, type Place } from './agents.ts'

let place: Place
let folder: string
beforeEach(async () => {
  place = makePlace()
  folder = join(place.folder, 'papers ü')
  mkdirSync(join(folder, 'empty'), { recursive: true })
  writeFileSync(join(folder, 'notes.md'), 'draft\n', { mode: 0o600 })
  writeFileSync(join(folder, 'run.sh'), 'true\n')
  chmodSync(join(folder, 'run.sh'), 0o750)
  await place.ask(['resource', 'add', 'fs-directory', 'local/papers', '--path', folder])
  const created = await place.ask(['project', 'create', '--resource', 'local/papers', 'local/work'])
  expect(created.exit_code).toBe(0)
})
afterEach(async () => {
  expect(await place.dispose()).toEqual([])
})

const contents = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const mode = (lstatSync(path).mode & 0o777).toString(8)
      return `${mode} ${path.slice(folder.length + 1)} ${entry.isFile() ? readFileSync(path, 'utf8') : ''}`
    })
    .sort()

const use = (command: string, profile: string) =>
  place.ask(
    `plan use --automation-profile ${profile} local/run-command local/work --arg`
      .split(' ')
      .concat(`command=${command}`),
  )

/** Asks the API of the core as a program does. */
async function post(path: string, body: unknown) {
  const core = JSON.parse(readFileSync(join(place.home, 'core.json'), 'utf8')) as { endpoint: string; token: string }
  const headers = { authorization: `Bearer ${core.token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${core.endpoint}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

it('a plan changes a folder only when it is applied, and not at all where somebody else did meanwhile', async () => {
  const before = contents()
  const id = (await use('echo final > notes.md && mkdir bin && mv run.sh bin/run.sh', 'manual')).data.plan_id as string
  await place.ask(['plan', 'execute', id])
  const executed = await place.ask(['plan', 'execute', id])
  expect(executed.data).toMatchObject({
    phase: 'execute',
    reason: 'phase_gate',
    files_modified: 2,
    resources: [{ sandbox_strategy: 'filesystem_copy', branch: null }],
  })
  const diff = await place.ask(['plan', 'diff', id])
  expect(diff.data.files).toMatchObject([
    { path: 'bin/run.sh', old_path: 'run.sh' },
    { path: 'notes.md', insertions: 1, deletions: 1 },
  ])
  expect(contents()).toEqual(before)

  writeFileSync(join(folder, 'notes.md'), 'by hand\n')
  const changed = contents()
  const refused = await place.ask(['plan', 'apply', '--yes', id])
  expect(refused).toMatchObject({ exit_code: 4, data: { state: 'constrained' } })
  expect(JSON.stringify(refused.error?.details)).toContain('notes.md')
  expect(await post('plans/apply', { plan_id: id })).toMatchObject({
    status: 409,
    body: { data: { code: 'apply.conflict' } },
  })
  expect(contents()).toEqual(changed)

  writeFileSync(join(folder, 'notes.md'), 'draft\n')
  expect(await post('plans/apply', { plan_id: id })).toMatchObject({ status: 200, body: { state: 'applied' } })
  expect(contents()).toEqual([
    '600 notes.md final\n',
    '750 bin/run.sh true\n',
    expect.stringMatching(/^\d+ bin $/),
    before.find((one) => one.endsWith(' empty ')),
  ])
  expect(existsSync(join(place.home, 'sandboxes', id))).toBe(false)
  expect((await place.ask(['project', 'delete', '--force', 'local/work'])).exit_code).toBe(0)
  expect((await place.ask(['resource', 'remove', 'local/papers'])).exit_code).toBe(0)
  expect(readdirSync(join(place.home, 'folders'))).toEqual([])
})

it('a plan on a folder whose core is killed resumes, and leaves nothing behind when it is cancelled', async () => {
  const before = contents()
  const running = join(place.folder, 'running')
  const lasting = `echo half > notes.md; test -e ${running} || { touch ${running}; sleep 300; }; echo whole > notes.md`
  const id = (await use(lasting, 'auto')).data.plan_id as string
  await appears(running)
  process.kill(place.corePid(), 'SIGKILL')
  expect((await place.ask(['plan', 'status', id])).data).toMatchObject({
    state: 'errored',
    error: { code: 'interrupted' },
  })
  expect(contents()).toEqual(before)
  expect((await place.ask(['plan', 'execute', id])).data).toMatchObject({ phase: 'execute', state: 'awaiting_input' })
  expect((await place.ask(['plan', 'diff', id])).data.files).toMatchObject([{ path: 'notes.md' }])
  expect((await place.ask(['plan', 'cancel', id])).data.state).toBe('cancelled')
  expect(existsSync(join(place.home, 'sandboxes', id))).toBe(false)
  expect(contents()).toEqual(before)
})
