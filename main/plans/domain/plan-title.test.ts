import { describe, expect, it } from 'vitest'
import { planTitle } from './plan-title'

const command = { name: 'local/run-command', description: 'Run a command and take its file changes, without a model' }

describe('the title of a plan', () => {
  it('begins with what tells it from others of its action', () => {
    expect(planTitle(command, { command: 'npm run format\nand more' })).toBe('npm run format · Run a command')
  })
  it('keeps short descriptions whole and cuts long ones', () => {
    expect(planTitle({ name: 'a', description: 'Fix a reported bug in the codebase' }, { bug: 'No total.' })).toBe(
      'No total. · Fix a reported bug in the codebase',
    )
    expect(planTitle({ name: 'a', description: 'Words '.repeat(40) }, { x: 'y'.repeat(300) }).length).toBeLessThan(160)
  })
  it('is the description where no argument is a text, and the name where there is none', () => {
    expect(planTitle(command, { times: 3 })).toBe(command.description)
    expect(planTitle({ name: 'local/x', description: '' }, {})).toBe('local/x')
    expect(planTitle({ name: 'local/x', description: '' }, { a: 'b' })).toBe('b · local/x')
  })
})
