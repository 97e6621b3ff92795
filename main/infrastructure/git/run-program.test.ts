import { expect, it } from 'vitest'
import { createRunProgram } from './run-program'

const options = { cwd: '/', env: {}, timeoutMs: 60_000 }
const runProgram = createRunProgram({ PATH: process.env['PATH'] })

it('keeps both streams in the order they came', async () => {
  const { output } = await runProgram(
    '/bin/sh',
    ['-c', 'echo one; sleep 0.1; echo two >&2; sleep 0.1; echo three'],
    options,
  )
  expect(output).toBe('one\ntwo\nthree\n')
})

it('keeps the head and the tail of a long output, and says how much it left out', async () => {
  const script = 'echo first; head -c 30000000 /dev/zero | tr "\\0" x; echo; echo last >&2; exit 3'
  const { code, output } = await runProgram('/bin/sh', ['-c', script], options)
  expect(code).toBe(3)
  expect(output.length).toBeLessThan(40_000)
  expect(output).toMatch(/^first\nx+\n… \d{8} bytes left out …\nx+\nlast\n$/)
  const left = Number(/… (\d+) bytes/.exec(output)?.[1])
  const said = `\n… ${left} bytes left out …\n`
  expect(left + output.length - said.length).toBe('first\n'.length + 30_000_000 + '\nlast\n'.length)
})
