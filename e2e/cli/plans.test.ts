import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appears, finished, makePlace, makeProject, type Place } from './agents.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(async () => {
  expect(await place.dispose()).toEqual([])
})

const source = 'src/überblick.js'
const rewriting = [
  '--arg=pattern=console.log($$$A)',
  '--arg=rewrite=logger.info($$$A)',
  '--arg=language=javascript',
  'local/rewrite-pattern',
  'local/code',
]
const code = { [source]: 'console.log("a", 1)\n', 'other.js': 'export const x = 1\n' }

/** A command that runs until it is started for the second time, and how to know that it runs. */
function lastingCommand() {
  const running = join(place.folder, 'running')
  const line = `test -e ${running} || { touch ${running}; sleep 300; }; echo made > made.txt`
  return {
    running,
    use: ['plan', 'use', '--automation-profile', 'auto', '--arg', `command=${line}`, 'local/run-command', 'local/code'],
  }
}

describe('a plan', () => {
  it('is started once by two processes at the same moment; the other one gets a conflict', async () => {
    await makeProject(place, 'code', code)
    const used = await place.ask(['plan', 'use', '--automation-profile', 'manual', ...rewriting])
    const execute = () => place.ask(['plan', 'execute', '--no-wait', used.data.plan_id])
    const both = await Promise.all([execute(), execute()])
    expect(both.map((answer) => answer.exit_code).toSorted((one, other) => one - other)).toEqual([0, 4])
    expect(both.find((answer) => answer.exit_code === 4)?.error?.code).toBe('plan.race_lost')
    // The loser did not open the gate that the winner's phase may have come to meanwhile.
    const rested = await place.ask(['plan', 'status', used.data.plan_id])
    expect(rested.data.phase).toBe('strategize')
  })

  it('goes from an action to applied changes', async () => {
    const { repository } = await makeProject(place, 'code', code)
    const used = await place.ask(['plan', 'use', '--wait', ...rewriting])
    expect(used).toMatchObject({
      command: 'plan use',
      status: 'ok',
      data: { phase: 'strategize', state: 'awaiting_input' },
    })
    const id = used.data.plan_id as string
    expect(used.data.args.pattern).toBe('console.log($$$A)')

    const tree = await place.ask(['plan', 'tree', id])
    expect(tree.data.nodes[0]).toMatchObject({ type: 'prompt_definition', parent_id: null })
    const decision = tree.data.nodes[1].id as string
    expect((await place.ask(['plan', 'explain', decision.slice(-10)])).data.plan_id).toBe(id)

    const executed = await place.ask(['plan', 'execute', id.slice(0, 12)])
    expect(executed.data).toMatchObject({
      phase: 'execute',
      state: 'awaiting_input',
      reason: 'phase_gate',
      files_modified: 1,
    })
    const diff = await place.ask(['plan', 'diff', id])
    expect(diff.data.files).toMatchObject([{ path: source, status: 'modified', insertions: 1, deletions: 1 }])
    expect(diff.data.files[0].patch).toContain('+logger.info("a", 1)')

    const again = await place.ask(['plan', 'execute', id])
    expect(again).toMatchObject({ status: 'warn', exit_code: 0, data: { plan_id: id } })
    expect(again.messages[0]?.level).toBe('warn')

    const held = await place.ask(['plan', 'apply', id])
    expect(held).toMatchObject({ exit_code: 2, data: { files: 1 }, error: { code: 'confirmation.required' } })
    expect(readFileSync(join(repository, source), 'utf8')).toBe(code[source])

    const applied = await place.ask(['plan', 'apply', '--yes', id])
    expect(applied).toMatchObject({ status: 'ok', data: { phase: 'apply', state: 'applied' } })
    expect(readFileSync(join(repository, source), 'utf8')).toBe('logger.info("a", 1)\n')
    expect((await place.ask(['plan', 'list', '--state', 'applied'])).data.plans).toHaveLength(1)
    expect(await place.ask(['plan', 'cancel', id])).toMatchObject({
      exit_code: 4,
      data: { plan_id: id, state: 'applied' },
    })
  })

  it('applies what is left once a file and a hunk are rejected', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `// ${at}`)
    const two = ['console.log("a")', ...lines, 'console.log("b")', ''].join('\n')
    const { repository } = await makeProject(place, 'code', { 'two.js': two, 'one.js': 'console.log("c")\n' })
    const id = (await place.ask(['plan', 'use', '--wait', ...rewriting])).data.plan_id as string
    await place.ask(['plan', 'execute', id])
    const hunk = await place.ask(['plan', 'reject', id, 'two.js', '--hunk', '2'])
    expect(hunk.data).toMatchObject({ path: 'two.js', rejected: false, accepted_files: 2 })
    expect(await place.ask(['plan', 'reject', id, 'two.js', '--hunk', '3'])).toMatchObject({
      exit_code: 3,
      error: { code: 'review.no_hunk', details: { hunks: 2 } },
    })
    await place.ask(['plan', 'reject', id, 'one.js'])
    const { files } = (await place.ask(['plan', 'diff', id])).data
    expect(files).toMatchObject([
      { path: 'one.js', rejected: true },
      { path: 'two.js', rejected: false, hunks: [{ rejected: false }, { number: 2, rejected: true }] },
    ])
    await place.ask(['plan', 'reject', id, 'two.js'])
    const nothing = await place.ask(['plan', 'apply', '--yes', id])
    expect(nothing).toMatchObject({ exit_code: 4, error: { code: 'apply.nothing_accepted' } })
    await place.ask(['plan', 'accept', id, 'two.js', '--hunk', '1'])
    expect(await place.ask(['plan', 'apply', '--yes', id])).toMatchObject({ status: 'ok', data: { state: 'applied' } })
    expect(readFileSync(join(repository, 'two.js'), 'utf8')).toBe(two.replace('console.log("a")', 'logger.info("a")'))
    expect(readFileSync(join(repository, 'one.js'), 'utf8')).toBe('console.log("c")\n')
  })

  it('is refused by a conflict, keeps its changes and leaves the checkout as it was', async () => {
    const { repository } = await makeProject(place, 'code', code)
    const id = (await place.ask(['plan', 'use', '--wait', ...rewriting])).data.plan_id as string
    await place.ask(['plan', 'execute', id])
    writeFileSync(join(repository, source), 'edited("meanwhile")\n')
    const refused = await place.ask(['plan', 'apply', '--yes', id])
    expect(refused).toMatchObject({ status: 'error', exit_code: 4, data: { plan_id: id, state: 'constrained' } })
    expect(JSON.stringify(refused.error?.details)).toContain(source)
    expect(readFileSync(join(repository, source), 'utf8')).toBe('edited("meanwhile")\n')
    const told = await place.run(['plan', 'apply', '--yes', id])
    expect(told.out).toContain(source)
    expect(told.err).toContain('ERROR')
    expect(JSON.stringify(refused)).not.toContain('resourceId')

    await place.git(repository, 'commit', '-qam', 'meanwhile')
    const sides = await place.ask(['plan', 'diff', '--conflicts', id])
    expect(sides.data.conflicts).toMatchObject([{ path: source, now: { text: 'edited("meanwhile")\n' } }])
    expect(sides.data.conflicts[0].plan_patch).toContain('+logger')
    const unsaid = await place.ask(['plan', 'update', '--yes', id])
    expect(unsaid).toMatchObject({ exit_code: 4, error: { code: 'update.conflict' } })
    const updated = await place.ask(['plan', 'update', '--yes', '--keep-plan', source, id])
    expect(updated).toMatchObject({ status: 'ok', data: { plan: { phase: 'execute', reason: 'phase_gate' } } })

    const hook = join(repository, '.git/hooks/pre-merge-commit')
    writeFileSync(hook, '#!/bin/sh\necho "no ticket in the message"\nexit 1\n', { mode: 0o755 })
    await place.ask(['resource', 'trust', '--yes', 'local/code'])
    const held = await place.ask(['plan', 'apply', '--yes', id])
    expect(held).toMatchObject({
      exit_code: 1,
      error: { code: 'apply.hook_failed', details: { output: 'no ticket in the message\n', exit_code: 1 } },
    })
    const shown = await place.run(['plan', 'status', id])
    expect(shown.out).toContain('no ticket in the message')
    expect(shown.out).toContain('! WARN Apply failed')
    const skipped = await place.ask(['plan', 'apply', '--yes', '--skip-hooks', id])
    expect(skipped).toMatchObject({ status: 'ok', data: { state: 'applied' } })
    expect(readFileSync(join(repository, source), 'utf8')).toContain('logger')
  })

  it('names what is missing of its arguments', async () => {
    await makeProject(place, 'code', code)
    const missing = await place.ask(['plan', 'use', 'local/rewrite-pattern', 'local/code'])
    expect(missing).toMatchObject({ exit_code: 2, status: 'error' })
    expect(missing.error?.message).toContain('pattern')
    const unknown = await place.ask(['plan', 'use', '--arg', 'nonsense=1', ...rewriting])
    expect(unknown).toMatchObject({ exit_code: 2 })
    expect(unknown.error?.message).toContain('nonsense')
  })

  it('is shown as interrupted after its core was killed, and resumes', async () => {
    await makeProject(place, 'code', code)
    const { running, use } = lastingCommand()
    const id = (await place.ask(use)).data.plan_id as string
    await appears(running)
    process.kill(place.corePid(), 'SIGKILL')
    const found = await place.ask(['plan', 'status', id])
    expect(found).toMatchObject({ exit_code: 0, data: { state: 'errored', error: { code: 'interrupted' } } })
    expect((await place.run(['plan', 'status', id])).out).toContain('interrupted')
    const resumed = await place.ask(['plan', 'execute', id])
    expect(resumed.data).toMatchObject({ phase: 'execute', state: 'awaiting_input', files_modified: 1 })
  })

  it('goes on when Ctrl-C ends the following', async () => {
    await makeProject(place, 'code', code)
    const { running, use } = lastingCommand()
    const following = place.start([...use, '--wait', '--format', 'json'])
    const told = finished(following)
    await appears(running)
    following.kill('SIGINT')
    const { code: status, out } = await told
    expect(status).toBe(130)
    const { data } = JSON.parse(out) as { data: { plan_id: string } }
    expect((await place.ask(['plan', 'status', data.plan_id])).data.state).toBe('processing')
    expect((await place.ask(['plan', 'stop', data.plan_id])).exit_code).toBe(0)
    expect((await place.ask(['plan', 'cancel', data.plan_id])).data.state).toBe('cancelled')
  })

  it('that fails ends the following with 1 and says why', async () => {
    await makeProject(place, 'code', code)
    const use = ['plan', 'use', '--wait', '--automation-profile', 'auto', '--arg', 'command=exit 7']
    const failed = await place.ask([...use, 'local/run-command', 'local/code'])
    expect(failed).toMatchObject({ status: 'error', exit_code: 1, data: { state: 'errored' } })
    expect(failed.error?.message).toContain('7')
  })
})

describe('what is registered', () => {
  it('is told of where it is in the way', async () => {
    const { resource, repository } = await makeProject(place, 'code', code)
    const twice = await place.ask(['resource', 'add', 'git-checkout', 'local/twice', '--path', repository])
    expect(twice).toMatchObject({ exit_code: 4, data: { resource_id: resource.resource_id, name: 'local/code' } })
    const linked = await place.ask(['resource', 'remove', 'local/code'])
    expect(linked).toMatchObject({ exit_code: 4, data: { name: 'local/code', projects: ['local/code'] } })
    const taken = await place.ask(['project', 'create', 'local/CODE'])
    expect(taken).toMatchObject({ exit_code: 4, data: { name: 'local/code' } })
  })

  it('can be looked into', async () => {
    await makeProject(place, 'code', code)
    const file = await place.run(['resource', 'inspect', 'local/code', '--file', source])
    expect(file.out).toContain('console.log("a", 1)')
    expect((await place.run(['resource', 'inspect', 'local/code', '--tree'])).out).toContain('überblick.js')
    const notes = join(place.folder, 'notes')
    mkdirSync(notes)
    const line = ['resource', 'add', 'fs-directory', 'local/notes', '--path', '.']
    const relative = await place.ask(line, { cwd: notes })
    expect(relative.data.path).toBe(notes)
  })

  it('comes along as a sample where it is asked for', async () => {
    const { data } = await place.ask(['init', '--sample', '--yes'])
    expect(existsSync(data.sample.path as string)).toBe(true)
    expect((await place.ask(['project', 'list'])).data.projects).toHaveLength(1)
  })
})
