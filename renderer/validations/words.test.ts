import { describe, expect, it } from 'vitest'
import { beforeApply, blockWords, failing, headAndTail, heldWords, passedOf, standingMark, toRunFirst } from './words'
import { toYaml } from './to-yaml'

describe('how checks stand', () => {
  it('counts what passes on what there is now', () => {
    expect(passedOf([])).toBeUndefined()
    const passed = { passed: true, stale: false }
    expect(passedOf([passed, { passed: true, stale: true }, { passed: null, stale: false }])).toBe('1/3')
  })
  it('does not call an old run passed or failed', () => {
    expect(standingMark({ passed: true, stale: true }).tone).toBe('waiting')
    expect(standingMark({ passed: null, stale: false }).word).toBe('Not run')
  })
  it('holds a plan back by required checks alone', () => {
    const required = { mode: 'required', phase: 'execute', passed: false, stale: false } as const
    expect(failing(required)).toBe(true)
    expect(failing({ ...required, mode: 'informational' })).toBe(false)
    expect(failing({ ...required, passed: true })).toBe(false)
    expect(failing({ ...required, passed: null })).toBe(true)
    expect(failing({ ...required, phase: 'pre_apply', passed: null })).toBe(false)
  })
  it('lets nothing be applied over a required check that failed, is of earlier changes or has not run', () => {
    const passed = { mode: 'required', phase: 'execute', passed: true, stale: false } as const
    const stale = { ...passed, stale: true }
    const missing = { ...passed, passed: null }
    const failed = { ...passed, passed: false }
    const told = { ...failed, mode: 'informational' } as const
    const later = { ...missing, phase: 'pre_apply' } as const
    const validations = [passed, stale, missing, failed, told, later]
    expect(beforeApply({ applied: null, validations })).toEqual({ blocking: [stale, missing, failed], ahead: [later] })
    expect(beforeApply({ applied: [], validations })).toEqual({ blocking: [], ahead: [] })
    const run = { timed_out: false, exit_code: 3, note: '', tests: null }
    expect([failed, stale, missing].map((one) => blockWords({ ...run, ...one }))).toEqual([
      'failed: exit 3',
      'ran before the latest changes',
      'has not run on these changes',
    ])
  })
})

describe('what holds a plan back', () => {
  const one = { name: 'local/unit', mode: 'required', phase: 'execute', passed: null, stale: false } as const
  const failed = { ...one, name: 'local/lint', passed: false }
  it('is told apart: what failed, and what has not run on these changes', () => {
    expect(heldWords([one])).toBe('local/unit has not run on these changes yet.')
    expect(heldWords([{ ...one, passed: true, stale: true }])).toContain('has not run on these changes yet')
    expect(heldWords([one, failed])).toBe(
      'local/lint does not pass on these changes. local/unit has not run on these changes yet.',
    )
  })
  it('leads to running the checks only where none of them has failed', () => {
    expect(toRunFirst({ applied: null, validations: [one] })).toBe(true)
    expect(toRunFirst({ applied: null, validations: [one, failed] })).toBe(false)
    expect(toRunFirst({ applied: null, validations: [{ ...one, passed: true }] })).toBe(false)
  })
})

describe('a long output', () => {
  it('is shown whole while it is short, else by its ends', () => {
    expect(headAndTail('one\ntwo\n', 40)).toEqual({ head: 'one\ntwo', between: 0, tail: '' })
    const lines = Array.from({ length: 20 }, (_, at) => String(at))
    expect(headAndTail(lines.join('\n'), 2)).toEqual({ head: '0\n1', between: 16, tail: '18\n19' })
  })
})

describe('the YAML of a form', () => {
  it('quotes what was typed, whatever it is', () => {
    const typed = { name: 'local/unit', command: 'test "$A" = \'b: c\' # d', description: '', timeout: 60 }
    expect(toYaml({ ...typed, mode: 'required', phase: 'execute' })).toBe(
      'name: "local/unit"\ncommand: "test \\"$A\\" = \'b: c\' # d"\nmode: required\nphase: execute\ntimeout: 60\n',
    )
  })
})
