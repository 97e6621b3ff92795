import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { defaultToolLimits } from './domain/limits'
import { createRepository, executeTools, git, put, resourceOf, testToolDeps, type TestRepository } from './testing'

let repository: TestRepository
beforeAll(() => {
  repository = createRepository({ 'a.txt': 'alpha\n', 'src/b.txt': 'b\n', 'gone.txt': 'gone\n' })
})
const tools = (deps = {}) => executeTools([resourceOf(repository)], deps)

/** Whether a process runs; a zombie has ended, only its parent has not looked yet. */
const isAlive = (pid: string): boolean =>
  existsSync(`/proc/${pid}/status`) && !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

describe('run_command', () => {
  it('runs a shell line in the sandbox and tells status, output in order, and what may have changed', async () => {
    const { use, toolbox } = tools()
    const result = await use('run_command', { command: 'pwd; echo err >&2; echo "$((1+1))"' })
    expect(result).toMatchObject({ isError: false, exitCode: 0, changed: [{ resourceId: 'R1', paths: 'all' }] })
    expect(result.content).toBe(`${repository.sandbox}\nerr\n2\n[exit 0]`)
    expect(toolbox.targets('run_command', { command: 'x' })).toEqual([{ resourceId: 'R1', paths: 'all' }])
    expect((await use('run_command', { command: 'ls', cwd: 'src' })).content).toBe('b.txt\n[exit 0]')
    expect(await use('run_command', { command: 'exit 3' })).toMatchObject({
      isError: true,
      exitCode: 3,
      content: '[exit 3, no output]',
    })
    expect((await use('run_command', { command: 'if' })).isError).toBe(true)
    expect((await use('run_command', { command: 'ls', cwd: 'none' })).content).toContain('does not exist')
    expect((await use('run_command', { command: 'ls', cwd: 'a.txt' })).content).toContain('is a file')
  })

  it('has no input, and ends at its time limit with all that it started', async () => {
    const { use } = tools()
    expect((await use('run_command', { command: 'cat' })).exitCode).toBe(0)
    const pidFile = join(repository.folder, 'late')
    const command = `echo begun; (exec sleep 60) & echo $! > ${pidFile}; sleep 60`
    const result = await use('run_command', { command, timeout_s: 1 })
    expect(result).toMatchObject({ isError: true, exitCode: null })
    expect(result.content).toContain('begun\n[ended at its time limit of 1 s]')
    expect(isAlive(readFileSync(pidFile, 'utf8').trim())).toBe(false)
  })

  it.runIf(process.platform === 'linux')('leaves no daemon behind', async () => {
    const pidFile = join(repository.folder, 'pid')
    const daemon = `setsid sh -c 'echo $$ > ${pidFile}; exec sleep 60' </dev/null >/dev/null 2>&1 & while [ ! -s ${pidFile} ]; do :; done`
    expect((await tools().use('run_command', { command: daemon })).exitCode).toBe(0)
    expect(isAlive(readFileSync(pidFile, 'utf8').trim())).toBe(false)
  })

  it('sees no secret, even where the caller hands one over', async () => {
    const planted = 'sk-planted-0123456789'
    process.env['OPENAI_API_KEY'] = planted
    try {
      const commandEnv = { ...testToolDeps.commandEnv, ANTHROPIC_API_KEY: planted, PLAIN: planted, GOOD: 'yes' }
      const { content } = await tools({ commandEnv }).use('run_command', {
        command: 'env; cat /proc/self/environ | tr "\\0" "\\n"',
      })
      expect(content).not.toContain(planted)
      expect(content).toContain('GOOD=yes')
      expect(content).toContain('PATH=')
    } finally {
      delete process.env['OPENAI_API_KEY']
    }
  })

  it('caps its output, redacts it, and passes it on as it comes', async () => {
    const redact = (text: string) => text.replaceAll('hunter2', '•••')
    const limits = { ...defaultToolLimits, outputBytes: 1000 }
    const { toolbox } = tools({ redact, limits })
    const seen: string[] = []
    const pids: number[] = []
    const args = {
      command: 'printf hun; sleep 0.2; echo ter2; i=0; while [ $i -lt 500 ]; do echo line$i; i=$((i+1)); done',
    }
    const result = await toolbox.run('run_command', args, {
      signal: new AbortController().signal,
      onOutput: (text) => seen.push(text),
      onSpawn: (pid) => pids.push(pid),
    })
    expect(result.content.length).toBeLessThan(1200)
    expect(result.content).toContain('line499')
    expect(result.content).toMatch(/^•••\nline0/)
    expect(seen.join('')).toContain('•••\nline0\n')
    expect(seen.join('')).not.toContain('hunter2')
    expect(pids).toHaveLength(1)
  })

  it('is ended by an abort, which is thrown on', async () => {
    const controller = new AbortController()
    const running = tools().toolbox.run(
      'run_command',
      { command: 'echo up; sleep 60' },
      { signal: controller.signal, onOutput: () => controller.abort() },
    )
    await expect(running).rejects.toThrow('abort')
  })

  it('asks for a resource where there are several', async () => {
    const other = resourceOf(repository, { resourceId: 'R2', name: 'local/other' })
    const { use } = executeTools([resourceOf(repository), other])
    expect((await use('run_command', { command: 'pwd' })).content).toContain('Give one of local/api, local/other')
    expect((await use('run_command', { command: 'pwd', cwd: 'local/other' })).exitCode).toBe(0)
  })
})

describe('git_diff', () => {
  it('shows edits, new and deleted files against the base, and touches no index', async () => {
    const { use } = tools()
    put(repository.sandbox, { 'a.txt': 'alpha\nbeta\n', 'new.txt': 'fresh\n' })
    await use('delete_file', { path: 'gone.txt' })
    const index = () => git(repository.sandbox, 'ls-files', '-s')
    const before = index()
    const { content } = await use('git_diff', {})
    expect(content).toContain('+beta')
    expect(content).toContain('+fresh')
    expect(content).toContain('-gone')
    expect(index()).toBe(before)
    expect(git(repository.sandbox, 'status', '--porcelain')).toContain('?? new.txt')
  })
})
