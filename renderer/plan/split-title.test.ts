import { expect, it } from 'vitest'
import { splitTitle } from './split-title'

it('leaves short titles whole and keeps the last words of long ones', () => {
  expect(splitTitle('npm run format · Run a command')).toEqual({
    head: 'npm run format',
    tail: '',
    does: 'Run a command',
  })
  const long = splitTitle('The /health endpoint throws when the database is down. · Fix a bug')
  expect(long).toEqual({ head: 'The /health endpoint throws when the database is ', tail: 'down.', does: 'Fix a bug' })
  expect(splitTitle('x'.repeat(60)).tail).toBe('x'.repeat(8))
  expect(splitTitle('Run a command').does).toBe('')
})
