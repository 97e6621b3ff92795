import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRepository, git, put, resourceOf, type TestRepository } from '../tools/testing'
import { createTestPlan } from './testing'

const python = {
  'src/a.py': 'import os\nprint(1)\nprint(2, 3)\n',
  'src/deep/b.py': '\uFEFFprint("x")\r\nother()\r\n',
  'test/c.py': 'print(print(1))\n',
  'top.py': 'print()\n',
  'notes.txt': 'print(1)\n',
  'src/latin.py': Buffer.from('# caf\xe9\nprint(1)\n', 'latin1'),
  'src/broken.py': 'print(1)\ndef (:\n',
}
const args = { pattern: 'print($$$A)', rewrite: 'log.info($$$A)', language: 'python' }

function planOn(files: Record<string, string | Uint8Array>, given: Record<string, string>, more = {}) {
  const repository = createRepository(files)
  const plan = createTestPlan('builtin/rewrite', [resourceOf(repository)], given, more)
  const read = (path: string) => readFileSync(join(repository.sandbox, path), 'utf8')
  return { repository, plan, read }
}

const samples = [
  [
    'go',
    'main.go',
    'fmt.Println($A)',
    'log.Print($A)',
    'package m\n\nfunc f() {\n\tfmt.Println("x")\n}\n',
    'log.Print("x")',
  ],
  [
    'java',
    'A.java',
    'System.out.println($A)',
    'log.info($A)',
    'class A { void f() { System.out.println("x"); } }\n',
    'log.info("x");',
  ],
  ['rust', 'a.rs', '$A.unwrap()', '$A?', 'fn f() { g().unwrap(); }\n', 'g()?;'],
  ['javascript', 'a.jsx', 'var $A = $B', 'const $A = $B', 'var x = <b/>;\n', 'const x = <b/>;'],
  ['typescript', 'a.tsx', '$A as any', '$A as unknown', 'f(x as any)\n', 'f(x as unknown)'],
  ['ts', 'a.mts', '$A as any', '$A as unknown', 'f(x as any)\n', 'f(x as unknown)'],
  ['tsx', 'a.tsx', '<Old $$$A />', '<New $$$A />', 'const x = <Old a={1} />\n', '<New a={1} />'],
  ['html', 'a.html', '<b>$A</b>', '<strong>$A</strong>', '<p><b>hi</b></p>\n', '<strong>hi</strong>'],
  ['css', 'a.css', 'color: red', 'color: blue', 'a { color: red; }\n', 'color: blue;'],
  ['python', 'a.pyi', 'f($A)', 'g($A)', 'f(1)\n', 'g(1)'],
] as const

describe('builtin/rewrite', () => {
  it('records a decision per group of files with samples, and changes nothing in Strategize', async () => {
    const { repository, plan } = planOn(python, args)
    const outcome = await plan.strategize()
    expect(plan.decisions.map((decision) => [decision.key, decision.question, decision.artifacts])).toEqual([
      ['rewrite:R1:', 'Rewrite 1 match in 1 file in the top folder?', ['top.py']],
      ['rewrite:R1:src', 'Rewrite 4 matches in 3 files under src/?', ['src/a.py', 'src/broken.py', 'src/deep/b.py']],
      ['rewrite:R1:test', 'Rewrite 1 match in 1 file under test/?', ['test/c.py']],
    ])
    expect(plan.decisions[1]).toMatchObject({
      chosen: 'Rewrite 4 matches in 3 files under src/',
      alternatives: ['Rewrite 4 matches in 3 files under src/', 'Leave them as they are'],
      confidence: 1,
    })
    expect(plan.decisions[1]!.rationale).toContain('src/a.py, line 3:\n- print(2, 3)\n+ log.info(2, 3)')
    expect(outcome).toMatchObject({ kind: 'finished' })
    const { summary } = outcome as { summary: string }
    expect(summary).toContain('6 matches in 5 files would be rewritten.')
    expect(summary).toContain('1 match lies inside other matches')
    expect(summary).toContain('src/broken.py')
    expect(summary).toContain('src/latin.py')
    expect(git(repository.sandbox, 'status', '--porcelain')).toBe('')
  })

  it('writes each group that was not left out in one call, byte for byte elsewhere', async () => {
    const { repository, plan, read } = planOn(python, args)
    await plan.strategize((decision) => (decision.key.endsWith(':test') ? 'Leave them as they are' : decision.chosen))
    expect(await plan.execute()).toMatchObject({
      kind: 'finished',
      summary: expect.stringContaining('5 matches in 4 files rewritten.'),
    })
    expect(plan.calls.map((call) => call.name)).toEqual(['write_files', 'write_files'])
    expect(read('src/a.py')).toBe('import os\nlog.info(1)\nlog.info(2, 3)\n')
    expect(read('src/deep/b.py')).toBe('\uFEFFlog.info("x")\r\nother()\r\n')
    expect(read('test/c.py')).toBe(python['test/c.py'])
    expect(git(repository.sandbox, 'diff', '--numstat')).toBe(
      '2\t2\tsrc/a.py\n1\t1\tsrc/broken.py\n1\t1\tsrc/deep/b.py\n1\t1\ttop.py\n',
    )
  })

  it('goes on where an interrupted run ended, and does not rewrite twice', async () => {
    const { repository, plan, read } = planOn(
      { 'a.py': 'f(1)\n', 'b.py': 'f(2)\n', 'c.py': 'f(3)\n' },
      { pattern: 'f($$$A)', rewrite: 'f($$$A, 0)', language: 'py' },
    )
    await plan.strategize()
    await plan.execute()
    plan.calls.length = 0
    git(repository.sandbox, 'checkout', '-q', '--', 'b.py')
    expect(await plan.execute()).toMatchObject({ kind: 'finished' })
    expect(plan.calls.flatMap((call) => call.result.changed)).toEqual([{ resourceId: 'R1', paths: ['b.py'] }])
    expect([read('a.py'), read('b.py'), read('c.py')]).toEqual(['f(1, 0)\n', 'f(2, 0)\n', 'f(3, 0)\n'])
  })

  it('searches files anew that were changed in the sandbox meanwhile, and passes over those that are gone', async () => {
    const { repository, plan, read } = planOn(
      { 'a.py': 'f(1)\n', 'b.py': 'f(2)\n' },
      { pattern: 'f($A)', rewrite: 'g($A)', language: 'python' },
    )
    await plan.strategize()
    put(repository.sandbox, { 'a.py': '# more\nf(9)\n' })
    rmSync(join(repository.sandbox, 'b.py'))
    expect(await plan.execute()).toMatchObject({ summary: expect.stringContaining('gone') })
    expect(read('a.py')).toBe('# more\ng(9)\n')
  })

  it('pauses at a decision that waits, and takes up the answers given before', async () => {
    const { plan } = planOn(python, args)
    expect(await plan.strategize((decision) => (decision.key.endsWith(':src') ? null : decision.chosen))).toEqual({
      kind: 'paused',
    })
    expect(plan.decisions).toHaveLength(2)
    plan.answers.push({ key: 'rewrite:R1:src', chosen: 'Leave them as they are', id: 'D' })
    expect(await plan.strategize()).toMatchObject({ kind: 'finished' })
    expect(plan.decisions.map((decision) => decision.key)).toEqual(['rewrite:R1:', 'rewrite:R1:src', 'rewrite:R1:test'])
  })

  it('limits itself to the paths asked for, and to a folder inside the repository', async () => {
    const limited = planOn(python, { ...args, paths: 'src/*.py, test' })
    await limited.plan.strategize()
    expect(limited.plan.decisions.flatMap((decision) => decision.artifacts)).toEqual([
      'src/a.py',
      'src/broken.py',
      'test/c.py',
    ])
    const repository = createRepository(python)
    const inner = resourceOf(repository, { subdir: 'src', root: join(repository.sandbox, 'src') })
    const plan = createTestPlan('builtin/rewrite', [inner], args)
    await plan.strategize()
    await plan.execute()
    expect(plan.decisions.flatMap((decision) => decision.artifacts)).toEqual(['a.py', 'broken.py', 'deep/b.py'])
    expect(readFileSync(join(repository.sandbox, 'src/a.py'), 'utf8')).toContain('log.info(1)')
    expect(git(repository.sandbox, 'status', '--porcelain', '--', 'test', 'top.py')).toBe('')
  })

  it('runs as execution actor after a strategy that knows no groups', async () => {
    const { plan, read } = planOn({ 'a.py': 'print(1)\n' }, args)
    plan.answers.push({ key: 'strategy:1', chosen: 'use a logger', id: 'D' })
    await plan.execute()
    expect(read('a.py')).toBe('log.info(1)\n')
  })

  let shared: TestRepository
  beforeAll(() => {
    const each = samples.map(([language, path, , , text]) => [`${language}/${path}`, text])
    shared = createRepository({ ...python, ...Object.fromEntries(each) })
  })

  it.each([
    [
      'no match',
      { pattern: 'absent($A)', rewrite: 'x' },
      { kind: 'finished', summary: expect.stringContaining('Nothing matches') },
    ],
    [
      'an unknown language',
      { language: 'cobol' },
      {
        code: 'rewrite.unknown_language',
        hint: expect.stringContaining('css, go, html, java, javascript, python, rust, tsx, typescript'),
      },
    ],
    [
      'a variable that is not captured',
      { rewrite: 'log($B)' },
      { code: 'rewrite.bad_rewrite', message: expect.stringContaining('$$$A') },
    ],
    ['a pattern that is no code', { pattern: 'print((', rewrite: 'x' }, { code: 'rewrite.bad_pattern' }],
    ['two pieces of code', { pattern: 'a\nb', rewrite: 'x' }, { code: 'rewrite.bad_pattern' }],
    ['a pattern for everything', { pattern: '$A', rewrite: 'x' }, { code: 'rewrite.bad_pattern' }],
    ['no pattern', { pattern: ' ' }, { code: 'rewrite.bad_pattern' }],
    ['a bad glob', { paths: 'src/[a' }, { code: 'rewrite.bad_paths' }],
  ])('answers %s', async (_, changed, expected) => {
    const plan = createTestPlan('builtin/rewrite', [resourceOf(shared)], { ...args, ...changed })
    expect(await plan.strategize()).toMatchObject(expected)
    expect(plan.decisions).toEqual([])
  })

  it('refuses more changes than a plan may make, before it makes any', async () => {
    const { plan } = planOn(python, args, { limits: { fileBytes: 1e6, planChanges: 2 } })
    expect(await plan.strategize()).toMatchObject({ code: 'rewrite.too_many_changes' })
  })

  it('fails where a write is refused, and keeps what was written', async () => {
    const { plan, read } = planOn({ 'a/x.py': 'print(1)\n', 'b/y.py': 'print(2)\n' }, args)
    await plan.strategize()
    plan.deny = (name, given) =>
      name === 'write_files' && JSON.stringify(given).includes('b/y.py') ? 'not allowed here' : null
    expect(await plan.execute()).toMatchObject({
      kind: 'failed',
      code: 'rewrite.write_failed',
      message: expect.stringContaining('not allowed here'),
    })
    expect([read('a/x.py'), read('b/y.py')]).toEqual(['log.info(1)\n', 'print(2)\n'])
  })

  it('stops at an abort', async () => {
    const { plan } = planOn(python, args)
    plan.abort()
    await expect(plan.strategize()).rejects.toThrow('abort')
  })

  it.each(samples)('rewrites %s', async (language, path, pattern, rewrite, text, expected) => {
    const given = { pattern, rewrite: `${rewrite}\n`, language, paths: language }
    const plan = createTestPlan('builtin/rewrite', [resourceOf(shared)], given)
    await plan.strategize()
    await plan.execute()
    expect(readFileSync(join(shared.sandbox, language, path), 'utf8')).toContain(expected)
    expect(text).not.toContain(expected)
  })
})
