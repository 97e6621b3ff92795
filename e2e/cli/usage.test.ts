import { chmodSync, cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { launcher, makePlace, type Answer, type Place } from './agents.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(async () => {
  expect(await place.dispose()).toEqual([])
})

describe('the grammar', () => {
  it('answers its version and help without a core or a data folder', async () => {
    const version = await place.run(['--version'])
    expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await place.run(['version'])).out).toBe(version.out)
    expect((await place.run(['plan', 'use', '--help'])).out).toContain('--arg <name=value>')
    expect(existsSync(place.home)).toBe(false)
  })

  it.each([
    [['plan', 'statu'], 'plan statu', 'usage.unknown_command', 2],
    [['plan', 'use', 'only-an-action'], 'plan use', 'usage.missing_argument', 2],
    [['plan', 'list', '--state', 'nonsense'], 'plan list', 'usage.choice', 2],
    [['plan', 'status', 'ab'], 'plan status', 'id.length', 2],
    [['resource', 'add', 'git-checkout', 'x'], 'resource add', 'usage.missing_option', 2],
    [['resource', 'show', 'local/none'], 'resource show', 'resource.not_found', 3],
    [['action', 'create', '--config', 'none.yaml'], 'action create', 'file.unreadable', 2],
    [['project', 'create', 'openai/x'], 'project create', undefined, 2],
  ])('tells what is wrong with %j in one envelope', async (line, command, code, exit) => {
    const { out, err, code: status } = await place.run(['--format', 'json', ...line])
    const answer = JSON.parse(out) as Answer
    expect(answer).toMatchObject({ command, status: 'error', exit_code: exit, data: null })
    if (code !== undefined) expect(answer.error?.code).toBe(code)
    expect(answer.error?.message).not.toBe('')
    expect(answer.error?.hint).not.toBe('')
    expect(status).toBe(exit)
    expect(err).toBe('')
  })

  it('tells a wrong format, and speaks YAML where the environment asks for it', async () => {
    const env = { CLEVERAGENTS_CORE_FORMAT: 'yaml' }
    const { out, code } = await place.run(['plan', 'list', '--format', 'xml'], { env })
    expect(parse(out)).toMatchObject({ command: 'plan list', error: { code: 'usage.format' }, exit_code: 2 })
    expect(code).toBe(2)
  })

  it('takes the format from the configuration', async () => {
    expect((await place.run(['config', 'set', 'core.format', 'json'])).code).toBe(0)
    const { out } = await place.run(['project', 'list'])
    expect(JSON.parse(out)).toMatchObject({ command: 'project list', data: { projects: [] } })
    expect((await place.run(['project', 'list', '--format', 'plain'])).out).toContain('0 projects listed')
  })

  it('says nothing when its reader goes away', async () => {
    const script = '("$0" --help; echo "exit $?" >&2) | head -n 1'
    const { out, err } = await place.run(['-c', script, launcher], { command: 'sh' })
    expect(out).toBe('Usage: agents <command>\n')
    expect(err).toBe('exit 0\n')
  })
})

describe('the launcher', () => {
  /** A PATH that holds the launcher's tools and nothing else. */
  function barePath(): string {
    const bin = join(place.folder, 'bin')
    mkdirSync(bin)
    for (const tool of ['readlink', 'tr', 'sed', 'find']) symlinkSync(`/usr/bin/${tool}`, join(bin, tool))
    return bin
  }
  function fakeNode(bin: string, version: string): void {
    writeFileSync(join(bin, 'node'), `#!/bin/sh\necho ${version}\n`)
    chmodSync(join(bin, 'node'), 0o755)
  }
  /** The launcher as a package without a Node of its own. */
  function packaged(): string {
    const root = join(place.folder, 'package "quoted"')
    mkdirSync(join(root, 'resources/bin'), { recursive: true })
    mkdirSync(join(root, 'out/main'), { recursive: true })
    writeFileSync(join(root, 'out/main/cli.js'), '')
    cpSync(launcher, join(root, 'resources/bin/agents'))
    return join(root, 'resources/bin/agents')
  }

  it('runs through links and from any folder, with an old Node on PATH', async () => {
    const bin = barePath()
    fakeNode(bin, 'v20.20.2')
    symlinkSync(launcher, join(place.folder, 'direct'))
    symlinkSync('../direct', join(bin, 'agents'))
    const { out, code } = await place.run(['version'], { command: join(bin, 'agents'), cwd: '/', env: { PATH: bin } })
    expect(code).toBe(0)
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it.each([
    ['no Node', undefined, 'launcher.no_node'],
    ['an old Node', 'v20.20.2', 'launcher.old_node'],
  ])('says what to do with %s', async (_title, version, code) => {
    const bin = barePath()
    if (version) fakeNode(bin, version)
    const options = { command: packaged(), env: { PATH: bin } }
    const { out, code: status } = await place.run(['plan', '--format=json', 'list'], options)
    expect(JSON.parse(out)).toMatchObject({ command: 'plan list', exit_code: 1, data: null, error: { code } })
    expect(status).toBe(1)
    const told = await place.run(['plan', 'list'], options)
    expect(told.out).toBe('')
    expect(told.err).toContain('Node 24')
  })

  it('says that a program is missing', async () => {
    const command = join(place.folder, 'agents')
    cpSync(launcher, command)
    const { out } = await place.run(['info', '--format', 'json'], { command })
    expect(JSON.parse(out)).toMatchObject({ command: 'info', error: { code: 'launcher.incomplete' } })
  })
})

describe('the core', () => {
  it('is one, however many commands start it at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => place.ask(['info'])))
    expect(answers.map((answer) => answer.error)).toEqual([null, null, null])
    expect(new Set(answers.map((answer) => answer.data.core.pid)).size).toBe(1)
    expect(answers[0]?.data.core.kind).toBe('background')
  })

  it('is started anew where the last one was killed', async () => {
    const before = await place.ask(['info'])
    process.kill(place.corePid(), 'SIGKILL')
    const after = await place.ask(['info'])
    expect(after.exit_code).toBe(0)
    expect(after.data.core.pid).not.toBe(before.data.core.pid)
  })

  it('tells why it cannot start', async () => {
    writeFileSync(place.home, 'a file where the folder should be')
    const { error, exit_code: code } = await place.ask(['plan', 'list'])
    expect(code).toBe(1)
    expect(error?.code).toMatch(/^data_folder\./)
    expect(error?.hint).toContain('CLEVERAGENTS_HOME')
  })

  it('gives a browser a URL, and a second asker another of the same server', async () => {
    const first = place.start(['serve', '--format', 'json'])
    const opened = await new Promise<Answer>((resolve) => {
      let text = ''
      first.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (text.endsWith('}\n')) resolve(JSON.parse(text) as Answer)
      })
    })
    const second = await place.ask(['serve', '--port', '4000'])
    expect(second).toMatchObject({ status: 'warn', exit_code: 0, data: { endpoint: opened.data.endpoint } })
    expect(second.data.url).not.toBe(opened.data.url)
    expect((await fetch(opened.data.endpoint as string)).status).toBe(200)
    const ended = new Promise((resolve) => first.once('exit', resolve))
    first.kill('SIGINT')
    expect(await ended).toBe(0)
    expect((await place.ask(['serve', '--host', '0.0.0.0'])).error?.code).toBe('usage.host')
  })
})
