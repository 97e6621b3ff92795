import { expect, it } from 'vitest'
import { startRefusal } from './start-refusal'

const logFile = '/data/logs/core-start.log'
const locked = JSON.stringify({ type: 'refused', kind: 'conflict', code: 'core.locked', message: 'In use.' })
const recovering = ['the apply of plan P (2 files)']

it.each([
  ['the core that was started', { ended: undefined, told: '' }],
  ['another one', { ended: 'status 1', told: `${locked}\n` }],
])('says what %s is still putting right, and what to do', (_which, start) => {
  const { data } = startRefusal({ ...start, recovering, logFile })
  expect(data.code).toBe('core.recovering')
  expect(data.message).toContain('the apply of plan P (2 files)')
  expect(data.message).not.toContain('Nothing was changed')
  expect(data.hint).toContain('run the command again')
})

it('passes on why a core refused, else shows the end of what it printed', () => {
  const start = { ended: 'status 1', recovering: null, logFile }
  expect(startRefusal({ ...start, told: `noise\n${locked}\n` }).data).toMatchObject({ code: 'core.locked' })
  expect(startRefusal({ ...start, told: 'Error: broken\n' }).data).toMatchObject({
    code: 'core.start_failed',
    hint: expect.stringContaining('Error: broken'),
  })
})
