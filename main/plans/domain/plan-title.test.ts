import { describe, expect, it } from 'vitest'
import { givenTitle, planTitle, subjectOf } from './plan-title'

const command = { name: 'local/run-command', description: 'Run a command and take its file changes, without a model' }

describe('the first line of a commit', () => {
  const ofCommand = (line: string) => ({
    action: command,
    args: { command: line },
    title: planTitle(command, { command: line }),
  })

  it('is a short title alone', () => {
    expect(subjectOf(ofCommand('npm test'))).toEqual({ subject: 'Run a command: npm test', whole: null })
  })
  it('has at most 72 characters, cut at a word, with the whole of a command beside it', () => {
    const line = 'npm run build && npm run check -- --all --strict --with-every-plugin && npm run finish'
    const { subject, whole } = subjectOf(ofCommand(line))
    expect(subject).toMatch(/^Run a command: npm run build .* \S+…$/)
    expect(subject.length).toBeLessThanOrEqual(72)
    expect(whole).toBe(`Run a command: ${line}`)
  })
  it('of a revert keeps its quotes whole around a title that is cut', () => {
    const title = 'Give every handler of the public interface the same way to tell what went wrong'
    const { subject, whole } = subjectOf({ ...ofCommand('x'), title }, (text) => `Revert "${text}"`)
    expect(subject).toMatch(/^Revert "Give every handler .*\w…"$/)
    expect(subject.length).toBeLessThanOrEqual(72)
    expect(whole).toBe(title)
  })
})

describe('the title of a plan', () => {
  it('begins with what tells it from others of its action', () => {
    expect(planTitle({ name: 'a', description: 'Fix a bug' }, { bug: 'No total.\nSteps' })).toBe(
      'No total. · Fix a bug',
    )
  })
  it('of a command says what it is, and the command only as far as it reads', () => {
    const titled = (line: string) => planTitle(command, { command: line })
    expect(titled('npm run format')).toBe('Run a command: npm run format')
    expect(titled('npm run format\nand more')).toBe('Run a command: npm run format …')
    expect(titled(`sed -i "1i import os" src/app.py && npm run finish`)).toBe(
      'Run a command: sed -i "1i import os" src/app.py && npm run…',
    )
    expect(titled(`npm run build && echo 'export const total = 1 + 1 + 1' >> src/total.ts`)).toBe(
      'Run a command: npm run build && echo …',
    )
    expect(titled('y'.repeat(300)).length).toBeLessThan(80)
  })
  it('is what a person calls it, in one line', () => {
    expect(givenTitle('  Update the\nheaders ')).toBe('Update the headers')
    expect(givenTitle(' \n')).toBeNull()
    expect(givenTitle('word '.repeat(100))?.length).toBeLessThanOrEqual(200)
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
