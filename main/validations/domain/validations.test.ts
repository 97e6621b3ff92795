import { describe, expect, it } from 'vitest'
import type { Reporter } from '@shared/model/validation'
import { placeCommand } from './place-command'
import { readCounts } from './read-counts'

describe('readCounts', () => {
  const cases: readonly [Reporter, string, number, number][] = [
    ['pytest', '....\n===== 14 passed in 3.80s =====', 14, 14],
    ['pytest', '= 1 failed, 13 passed, 2 skipped, 1 error in 0.12s =', 13, 15],
    ['tap', 'TAP version 13\nok 1 - a\nnot ok 2 - b\n  ok 1 - inner\n1..2', 1, 2],
    ['node-test', 'ℹ tests 5\nℹ suites 0\nℹ pass 4\nℹ fail 1', 4, 5],
    ['node-test', '# tests 3\n# suites 1\n# pass 3', 3, 3],
    ['jest', 'Tests:       1 failed, 1 skipped, 4 passed, 6 total\nSnapshots: 0 total', 4, 5],
    ['vitest', ' Test Files  1 failed | 1 passed (2)\n\u001b[2m      Tests \u001b[22m 1 failed | 4 passed (5)\n', 4, 5],
    ['go-test', '--- PASS: TestA (0.00s)\n    --- PASS: TestA/one (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL', 2, 3],
    ['go-test', 'ok  \texample.org/a\t0.1s\nFAIL\texample.org/b\t0.1s', 1, 2],
    ['go-test', '{"Action":"pass","Package":"p","Test":"TestA"}\n{"Action":"fail","Package":"p"}', 1, 1],
    ['junit', '<testsuites tests="5" failures="1" errors="1" skipped="1"><testsuite tests="5"/></testsuites>', 2, 4],
    ['junit', '<testsuite name="a" tests="2" failures="0"></testsuite><testsuite tests="1" failures="1"/>', 2, 3],
  ]
  it.each(cases)('%s: %s', (reporter, output, passed, total) => {
    expect(readCounts(reporter, output)).toEqual({ passed, total })
  })

  it('says nothing where the summary is not there', () => {
    expect(readCounts('pytest', 'no tests ran')).toBeNull()
    expect(readCounts('vitest', '')).toBeNull()
  })
})

describe('placeCommand', () => {
  const api = { resourceId: 'a', name: 'local/api', sourcePath: '/repos/api', root: '/data/sandboxes/api' }
  const other = { resourceId: 'b', name: 'local/api-2', sourcePath: '/repos/api-2', root: '/data/sandboxes/two' }
  it('runs what names a registered path on the copy of it, and says so', () => {
    const placed = placeCommand('cd /repos/api-2 && pytest "/repos/api-2/tests"', [api, other], api)
    expect(placed.command).toBe('cd /data/sandboxes/two && pytest "/data/sandboxes/two/tests"')
    expect(placed.place).toBe(other)
    expect(placed.note).toContain('local/api-2')
  })
  it('leaves alone what only begins like one', () => {
    const placed = placeCommand(['pytest', '/repos/api-22', '/my/repos/api'], [api, other], api)
    expect(placed).toEqual({ command: ['pytest', '/repos/api-22', '/my/repos/api'], place: api, note: '' })
  })
})
