import { describe, expect, it } from 'vitest'
import { failing, headAndTail, passedOf, standingMark } from './words'
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
    expect(failing({ mode: 'required', passed: false, stale: false })).toBe(true)
    expect(failing({ mode: 'informational', passed: false, stale: false })).toBe(false)
    expect(failing({ mode: 'required', passed: true, stale: false })).toBe(false)
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
