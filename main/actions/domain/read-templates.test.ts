import { describe, expect, it } from 'vitest'
import { parseAction } from '../parse-action'

const head = 'name: local/x\ndefinition_of_done: done\n'
const faults = (source: string) =>
  parseAction(source, {}).diagnostics.map(({ span, message, severity }) => ({
    at: `${span.line}:${span.column}-${span.endLine}:${span.endColumn}`,
    message,
    severity,
  }))

describe('what a person reads while writing', () => {
  it('says of a bare word that a key needs a value, not that a quote is open', () => {
    const [first] = faults(`${head}auto\n`)
    expect(first?.message).toMatch(/key is followed by/)
    expect(faults(`${head}description: "open\n`)[0]?.message).toMatch(/closing quote/)
  })
  it('names the line of a template that nothing fills in', () => {
    const source = `name: local/x\ndefinition_of_done: |\n  - One\n  - {{ args.foo }} is done\n`
    expect(faults(source)).toMatchObject([
      { at: '4:1-4:1', severity: 'error', message: expect.stringMatching(/args\.foo.*no arg/) },
    ])
    expect(faults(`${source}args:\n  - name: foo\n    type: string\n`)).toMatchObject([{ severity: 'warning' }])
  })
})
