import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import * as contract from '@shared/contract/settings'
import { noSafety, type Safety } from '@shared/model/profile'
import { Refusal } from '@shared/model/refusal'
import { openDatabase } from '../infrastructure/db/open'
import { tighten } from './domain/tighten'
import { createProfileHandlers } from './handlers'
import type { ProfileUser } from './ports'
import { parseProfile } from './parse-profile'
import { createProfiles } from './repository'
import { resolveGuarded } from './resolve-guarded'

const thresholds = [
  'decompose_task: 0.0',
  'create_tool: 0.3',
  'select_tool: 1.0',
  'edit_code: 0.4',
  'execute_command: 0.6',
  'create_file: 0.5',
  'delete_content: 0.8',
  'access_network: 0.9',
  'install_dependency: 0.3',
  'modify_config: 0.0',
  'approve_plan: 0.0',
].join('\n')
const profileText = (name: string, more = '') =>
  `name: ${name}\ndescription: "Auto for most"\n${thresholds}\nrequire_sandbox: true\n${more}`

let profiles: ReturnType<typeof createProfiles>
let handlers: ReturnType<typeof createProfileHandlers>
let users: ProfileUser[]
let changed: string[]
beforeEach(() => {
  profiles = createProfiles(openDatabase(':memory:').db)
  users = []
  changed = []
  handlers = createProfileHandlers({
    profiles,
    globalDefault: () => 'supervised',
    providerNames: () => ['acme'],
    users: () => users,
    now: () => 5,
    changed: (name) => changed.push(name),
  })
})
const add = (source: string, replace = false) => handlers.add({ source, replace }, {})

async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Refusal)
  return (error as Refusal).data
}

it('answers what the contract says', async () => {
  await add(profileText('local/db-cautious', 'safety: { max_cost_per_plan: 2.5, deny_tools: [run_command] }'))
  const list = await handlers.list({}, {})
  expect(contract.profiles.list['~orpc'].outputSchema?.parse(list)).toEqual(list)
  expect(list.profiles).toHaveLength(9)
  const shown = await handlers.show({ profile: 'DB-Cautious' }, {})
  expect(contract.profiles.show['~orpc'].outputSchema?.parse(shown)).toEqual(shown)
  expect(shown).toMatchObject({
    name: 'local/db-cautious',
    builtin: false,
    created: 5,
    thresholds: { create_tool: 0.3, access_network: 0.9 },
    safety: { max_cost_per_plan: 2.5, deny_tools: ['run_command'], allow_tools: null },
  })
  expect(shown.sentences).toContain('What would cost a plan more than $2.50 asks you.')
  expect(changed).toEqual(['local/db-cautious'])
  await expect(handlers.show({ profile: 'cii' }, {})).rejects.toThrow(/no automation profile "cii"/)
})

it('tells what is wrong with a text, or what it says, without storing it', async () => {
  const wrong = await handlers.check({ source: profileText('x', 'safty: {}') }, {})
  expect(contract.profiles.check['~orpc'].outputSchema?.parse(wrong)).toEqual(wrong)
  expect(wrong).toMatchObject({ profile: null, diagnostics: [{ line: 15, column: 1, suggestion: 'safety' }] })
  const right = await handlers.check({ source: profileText('x') }, {})
  expect(right).toMatchObject({ profile: { name: 'local/x' }, diagnostics: [] })
  expect(profiles.all()).toHaveLength(8)
})

it('reads the text that each profile of the application comes with as that profile', () => {
  for (const one of profiles.all()) {
    const file = readFileSync(`resources/profiles/${one.name}.yaml`, 'utf8')
    expect(one.source).toBe(file)
    expect(parseProfile(file, null).profile).toMatchObject({ thresholds: one.thresholds, safety: one.safety })
  }
})

describe('a text that is not right', () => {
  it.each([
    ['create_tool: 0.3', 'creat_tool: 0.3', 4, 1, 'Did you mean "create_tool"?'],
    ['edit_code: 0.4', 'edit_code: 1.4', 6, 12, 'from 0 (always alone) to 1'],
    ['edit_code: 0.4', 'edit_code: "0.4"', 6, 12, 'not "0.4"'],
    ['require_sandbox: true', 'require_sandbox: 1', 14, 18, 'takes true or false'],
    ['require_sandbox: true', 'safety:\n  max_cost_plan: 1', 15, 3, 'Did you mean "max_cost_per_plan"?'],
    ['require_sandbox: true', 'safety:\n  max_calls_per_step: 0', 15, 23, 'a whole number, 1 or more'],
    ['require_sandbox: true', 'safety:\n  max_total_cost: -1', 15, 19, 'an amount in dollars'],
    ['require_sandbox: true', 'safety:\n  deny_tools: [write_fil]', 15, 16, 'Did you mean "write_file"?'],
    ['name: local/x', 'name: openai/x', 1, 7, 'belongs to the provider'],
    ['name: local/x', 'name: acme/x', 1, 7, 'belongs to the provider'],
    ['name: local/x', 'name: local/a b', 1, 7, 'names may not contain'],
  ])('%s → %s is told with its place', async (from, to, line, column, message) => {
    const data = await refusalOf(add(profileText('local/x').replace(from, to)))
    expect(data).toMatchObject({ kind: 'invalid', code: 'profile.invalid' })
    const found = data.details['diagnostics'] as { line: number; column: number; message: string }[]
    expect(found).toMatchObject([{ line, column }])
    expect(found[0]?.message).toContain(message)
    expect(data.message).toContain(`Line ${line}, column ${column}`)
    expect(profiles.all()).toHaveLength(8)
  })

  it('names each threshold that is missing', async () => {
    const data = await refusalOf(add(profileText('local/x').replace('select_tool: 1.0\n', '')))
    expect(data.message).toContain('"select_tool" is missing; it gates starting Apply')
  })
})

describe('names', () => {
  it('of the application can be neither replaced nor removed', async () => {
    for (const name of ['supervised', 'local/CI'])
      expect(await refusalOf(add(profileText(name), true))).toMatchObject({ kind: 'conflict', code: 'profile.builtin' })
    expect(await refusalOf(handlers.remove({ profile: 'ci' }, {}))).toMatchObject({ code: 'profile.builtin' })
  })

  it('are taken once, without regard to case, unless the profile is replaced', async () => {
    await add(profileText('careful'))
    expect(await refusalOf(add(profileText('Local/Careful')))).toMatchObject({
      kind: 'conflict',
      code: 'profile.exists',
      details: { profile: 'local/careful' },
    })
    const replaced = await add(profileText('local/careful').replace('edit_code: 0.4', 'edit_code: 0.9'), true)
    expect(replaced.thresholds['edit_code']).toBe(0.9)
    expect(profiles.all()).toHaveLength(9)
  })
})

it('is removed only where nothing names it, which is told with the place', async () => {
  await add(profileText('careful'))
  users = [
    { kind: 'project', name: 'local/api', profile: 'careful' },
    { kind: 'configuration', name: 'core.automation-profile', profile: 'local/careful' },
    { kind: 'project', name: 'local/other', profile: 'review' },
  ]
  const data = await refusalOf(handlers.remove({ profile: 'careful' }, {}))
  expect(data).toMatchObject({ kind: 'conflict', code: 'profile.in_use' })
  expect(data.message).toContain('the project local/api, the configuration (core.automation-profile)')
  expect(data.message).not.toContain('local/other')
  users = []
  expect((await handlers.remove({ profile: 'careful' }, {})).name).toBe('local/careful')
  expect(profiles.all()).toHaveLength(8)
})

const safe = (change: Partial<Safety>): Safety => ({ ...noSafety, ...change })

it.each([
  [{ maxCostPerPlan: 1 }, { maxCostPerPlan: 2 }, { maxCostPerPlan: 1 }],
  [{ maxCostPerPlan: 2 }, { maxCostPerPlan: 1 }, { maxCostPerPlan: 1 }],
  [{ maxCallsPerStep: 3 }, {}, { maxCallsPerStep: 3 }],
  [{ denyTools: ['run_command'] }, { denyTools: ['write_file'] }, { denyTools: ['run_command', 'write_file'] }],
  [{ allowTools: ['read_file', 'edit_file'] }, { allowTools: null }, { allowTools: ['read_file', 'edit_file'] }],
  [{ allowTools: ['read_file', 'edit_file'] }, { allowTools: ['edit_file', 'git_log'] }, { allowTools: ['edit_file'] }],
  [{ approveWrites: true }, { approveWrites: false }, { approveWrites: true }],
  [{ maxTotalCost: 1 }, { allowUnknownCost: true }, { allowUnknownCost: false }],
  [{ maxTotalCost: 1, allowUnknownCost: true }, {}, { allowUnknownCost: true }],
  [{ neverWait: true }, {}, { neverWait: false }],
] as [Partial<Safety>, Partial<Safety>, Partial<Safety>][])('%j around %j is %j', (outer, inner, together) => {
  expect(tighten(safe(outer), safe(inner))).toMatchObject(together)
})

it('keeps the guards of every outer level, whichever level decides the thresholds', async () => {
  await add(profileText('local/global', 'safety: { max_cost_per_plan: 5, deny_tools: [run_command] }'))
  await add(profileText('local/project', 'safety: { max_cost_per_plan: 2 }'))
  await add(profileText('local/plan', 'safety: { max_cost_per_plan: 9, max_calls_per_step: 4 }'))
  const names = { global: 'local/global', project: 'project', plan: 'local/plan' }
  const { profile, source, outer } = resolveGuarded(names, profiles.all())
  expect({ name: profile.name, source }).toEqual({ name: 'local/plan', source: 'plan' })
  expect(profile.safety).toMatchObject({ maxCostPerPlan: 2, denyTools: ['run_command'], maxCallsPerStep: 4 })
  expect(outer).toMatchObject({ maxCostPerPlan: 2, denyTools: ['run_command'], maxCallsPerStep: null })
  expect(resolveGuarded({ global: 'local/global' }, profiles.all()).profile.safety.maxCostPerPlan).toBe(5)
})
