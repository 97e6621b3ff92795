import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataDir } from './data-dir'

test.each([
  [{}, join(homedir(), '.cleveragents')],
  [{ CLEVERAGENTS_HOME: '' }, join(homedir(), '.cleveragents')],
  [{ CLEVERAGENTS_HOME: '/data/agents/' }, '/data/agents'],
])('%j → %s', (env, folder) => {
  expect(dataDir(env)).toBe(folder)
})
