import { describe, expect, it } from 'vitest'
import { thresholdNames } from '@shared/model/profile'
import { profileSentences, thresholdSentence } from '@shared/model/profile-sentences'
import { Refusal } from '@shared/model/refusal'
import { readBuiltinProfiles } from './builtin-profiles'
import type { ProfileNames } from './domain/resolve-profile'
import { decidesAlone, gateOpens, profileSummary } from './domain/thresholds'
import { findProfile, requireProfile } from './require-profile'

const profiles = readBuiltinProfiles()
const names = ['manual', 'review', 'supervised', 'cautious', 'trusted', 'auto', 'ci', 'full-auto']

/** The thresholds as the domain's table has them, a row for each, a column for each profile. */
const table: Record<string, readonly number[]> = {
  decompose_task: [1, 0, 0, 0, 0, 0, 0, 0],
  create_tool: [1, 1, 1, 0.7, 0, 0, 0, 0],
  select_tool: [1, 1, 1, 1, 1, 1, 0, 0],
  edit_code: [1, 1, 0.7, 0.7, 0, 0, 0, 0],
  execute_command: [1, 1, 0.7, 0.7, 0, 0, 0, 0],
  create_file: [1, 0, 0, 0, 0, 0, 0, 0],
  delete_content: [1, 1, 1, 0.8, 1, 0, 0, 0],
  access_network: [1, 1, 1, 1, 1, 0, 0, 0],
  install_dependency: [1, 1, 0, 0.7, 0, 0, 0, 0],
  modify_config: [1, 0, 0, 0, 0, 0, 0, 0],
  approve_plan: [1, 1, 1, 0.8, 1, 0, 0, 0],
}

describe('the profiles that come with the application', () => {
  it('are these eight, in the order of how much they ask', () => {
    expect(profiles.map((profile) => profile.name)).toEqual(names)
    expect(Object.keys(table)).toEqual(thresholdNames)
  })

  it.each(names.map((name, column) => [name, column] as const))(
    '%s has the thresholds of the table',
    (name, column) => {
      const profile = findProfile(name, profiles)
      expect(profile.thresholds).toEqual(
        Object.fromEntries(Object.entries(table).map(([key, row]) => [key, row[column]])),
      )
      const free = name === 'full-auto'
      expect(profile).toMatchObject({ requireSandbox: !free, requireCheckpoints: !free, allowUnsafeTools: free })
      expect(profile.description).not.toBe('')
      expect(profileSentences(profile)).toHaveLength(name === 'ci' ? 15 : 14)
      expect(profile.safety.neverWait).toBe(name === 'ci')
    },
  )
})

describe('the summary of a profile', () => {
  it.each(names)('of %s is short and says of each phase how it starts', (name) => {
    const lines = profileSummary(findProfile(name, profiles))
    expect(lines.length).toBeLessThan(5)
    for (const phase of ['Strategize', 'Execute', 'Apply']) expect(lines.join(' ')).toContain(phase)
  })
  it('tells what waits from what runs', () => {
    expect(profileSummary(findProfile('supervised', profiles))).toEqual([
      'Starts by itself: Strategize.',
      'Waits for your approval: Execute, Apply.',
      'Decisions: made without you from 70 % confidence on, else yours.',
    ])
  })
})

describe('decidesAlone', () => {
  it.each([
    [0, 0, true],
    [0, 1, true],
    [1, 1, false],
    [1.5, 1, false],
    [0.7, 0.7, true],
    [0.7, 0.69, false],
    [0.7, 1, true],
  ])('threshold %d, confidence %d: %s', (threshold, confidence, alone) => {
    expect(decidesAlone(threshold, confidence)).toBe(alone)
  })

  it('opens the gates of a profile', () => {
    const cautious = findProfile('cautious', profiles)
    expect(gateOpens(cautious, 'create_tool', 0.9)).toBe(true)
    expect(gateOpens(cautious, 'create_tool', 0.6)).toBe(false)
    expect(gateOpens(cautious, 'select_tool', 1)).toBe(false)
  })
})

it.each([
  ['execute_command', 0.7, 'Decisions in Execute: decides alone at confidence 0.7 or more, otherwise asks you.'],
  ['select_tool', 1, 'Starting Apply: always waits for your approval.'],
  ['modify_config', 0, 'Retrying transient errors: always retries by itself.'],
] as const)('%s at %d reads as a sentence', (name, threshold, sentence) => {
  expect(thresholdSentence(name, threshold)).toBe(sentence)
})

describe('requireProfile', () => {
  const cases: [ProfileNames, string, string][] = [
    [{ plan: 'ci', action: 'auto', project: 'manual', global: 'review' }, 'ci', 'plan'],
    [{ action: 'auto', project: 'manual', global: 'review' }, 'auto', 'action'],
    [{ plan: null, action: '', project: 'manual', global: 'review' }, 'manual', 'project'],
    [{ environment: 'ci', project: 'manual', global: 'review' }, 'ci', 'global'],
    [{ global: 'review' }, 'review', 'global'],
    [{}, 'supervised', 'default'],
    [{ plan: 'Full-Auto' }, 'full-auto', 'plan'],
  ]
  it.each(cases)('%j is %s by %s', (asked, name, source) => {
    expect(requireProfile(asked, profiles)).toMatchObject({ profile: { name }, source })
  })

  it.each([
    [{ plan: 'superviesd' }, /superviesd.*was asked for/, 'supervised'],
    [{ action: 'local/cautios', project: 'auto' }, /which the action asks for/, 'cautious'],
    [{ project: 'ful-auto', global: 'ci' }, /which the project asks for/, 'full-auto'],
    [{ global: 'zzz' }, /core\.automation-profile/, 'Known are manual'],
  ])('%j is refused and never passed over', (asked, message, hint) => {
    try {
      requireProfile(asked, profiles)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
      const { data } = error as Refusal
      expect(data).toMatchObject({ kind: 'missing', code: 'profile.not_found' })
      expect(data.message).toMatch(message)
      expect(data.hint).toContain(hint)
    }
  })
})
