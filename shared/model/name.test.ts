import { describe, expect, it } from 'vitest'
import { isNameProblem, nameKey, parseName, reservedNamespaceProblem } from './name'

describe('parseName', () => {
  it.each([
    ['fix', { namespace: 'local', name: 'fix', full: 'local/fix' }],
    ['local/fix', { namespace: 'local', name: 'fix', full: 'local/fix' }],
    [
      'local/ci-fix/handle-null-users',
      { namespace: 'local', name: 'ci-fix/handle-null-users', full: 'local/ci-fix/handle-null-users' },
    ],
    ['MyTeam/Fix_1.2', { namespace: 'MyTeam', name: 'Fix_1.2', full: 'MyTeam/Fix_1.2' }],
    ['eu.example:team/fix', { server: 'eu.example', namespace: 'team', name: 'fix', full: 'eu.example:team/fix' }],
  ])('takes %s apart', (text, expected) => {
    expect(parseName(text)).toEqual(expected)
  })

  it.each([
    ['', /empty/],
    ['/fix', /namespace is empty/],
    ['local/', /name is empty/],
    ['local//fix', /name is empty/],
    ['local/a/../b', /dots only/],
    ['..', /dots only/],
    ['local/with space', /" "/],
    ['local/x;rm -rf', /";"/],
    ['local/naïve', /"ï"/],
    ['local/$(id)', /"\$"/],
    ['server:fix', /no namespace/],
    [':team/fix', /server is empty/],
    ['a:b:c/d', /":"/],
    ['x'.repeat(101), /longer/],
    [`a/${'b/'.repeat(120)}c`, /longer/],
  ])('refuses %j', (text, expected) => {
    const parsed = parseName(text)
    expect(isNameProblem(parsed) && parsed.problem).toMatch(expected)
    expect(isNameProblem(parsed) && parsed.hint).not.toBe('')
  })

  it('makes names that differ in case one key', () => {
    expect(nameKey('Local/Fix')).toBe(nameKey('local/fix'))
  })
})

describe('reservedNamespaceProblem', () => {
  it.each(['system', 'Internal', 'admin', 'root', 'builtin', 'openai', 'Anthropic', 'google', 'my-llm'])(
    'refuses %s',
    (namespace) => {
      expect(reservedNamespaceProblem(namespace, ['My-LLM'])?.problem).toContain(namespace)
    },
  )
  it.each(['local', 'myteam', 'openai-tools'])('allows %s', (namespace) => {
    expect(reservedNamespaceProblem(namespace, ['my-llm'])).toBeUndefined()
  })
})
