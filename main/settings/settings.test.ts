import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'smol-toml'
import { beforeEach, describe, expect, it } from 'vitest'
import { settings as contract } from '@shared/contract/settings'
import { Refusal } from '@shared/model/refusal'
import { openDatabase } from '../infrastructure/db/open'
import { createConfigFile } from '../infrastructure/files/config-file'
import { createSettings } from './create-settings'
import { settingKeys, settingOf, type SettingValue, variableOf } from './domain/registry'
import { readValue } from './domain/read-value'
import { createSettingsHandlers } from './handlers'
import { settingsDeps } from './testing'
import { changeToml, readToml } from './toml-text'

function refusal(call: () => unknown) {
  try {
    call()
  } catch (error) {
    if (error instanceof Refusal) return error.data
    throw error
  }
  throw new Error('nothing was refused')
}

describe('the registry', () => {
  it('gives every key a variable of its own, a sentence, and a default that it would take itself', () => {
    expect(variableOf('core.format')).toBe('CLEVERAGENTS_CORE_FORMAT')
    expect(variableOf('core.automation-profile')).toBe('CLEVERAGENTS_CORE_AUTOMATION_PROFILE')
    const variables = settingKeys.map(variableOf)
    expect(new Set(variables).size).toBe(settingKeys.length)
    expect(variables).not.toContain('CLEVERAGENTS_HOME')
    for (const key of settingKeys) {
      const setting = settingOf(key)
      expect(setting.sentence).toMatch(/\.$/)
      if (setting.default !== null)
        expect(readValue(setting, setting.default, ['supervised'])).toEqual({ value: setting.default })
    }
  })
})

describe('settings', () => {
  let folder: string
  let file: string
  let env: Record<string, string>
  let opened: ReturnType<typeof openDatabase>
  let made: ReturnType<typeof settingsDeps>
  let settings: ReturnType<typeof createSettings>
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'settings-'))
    file = join(folder, 'config.toml')
    env = {}
    opened = openDatabase(':memory:')
    made = settingsDeps(opened.db, createConfigFile(folder), env)
    settings = createSettings(made.deps)
    return () => opened.close()
  })

  it('answers environment before project before global before default', () => {
    const key = 'plan.max-turns'
    expect(settings.get(key, 'local/one')).toMatchObject({ value: 200, source: 'default' })
    settings.set(key, '10')
    expect(settings.get(key, 'local/one')).toMatchObject({ value: 10, source: 'global' })
    settings.set(key, '20', 'local/one')
    expect(settings.get(key, 'local/one')).toMatchObject({ value: 20, source: 'project' })
    expect(settings.get(key, 'local/two')).toMatchObject({ value: 10, source: 'global' })
    env.CLEVERAGENTS_PLAN_MAX_TURNS = '30'
    expect(settings.get(key, 'local/one')).toMatchObject({ value: 30, source: 'environment' })
    env.CLEVERAGENTS_PLAN_MAX_TURNS = ' '
    expect(settings.number(key, 'local/one')).toBe(20)
  })

  it('says what stood there before, and tells of the change', () => {
    expect(settings.set('core.format', 'JSON')).toMatchObject({
      entry: { value: 'json', source: 'global' },
      previous: { value: 'rich', source: 'default' },
      scope: 'global',
    })
    expect(settings.set('core.format', 'yaml').previous).toMatchObject({ value: 'json', source: 'global' })
    expect(settings.set('core.format', '').entry).toMatchObject({ value: 'rich', source: 'default' })
    expect(made.told).toEqual(['settings core.format', 'settings core.format', 'settings core.format'])
  })

  it('leaves the two settings that projects keep to the projects', () => {
    settings.set('core.automation-profile', 'ci', 'local/one')
    settings.set('plan.apply-mode', 'squash', 'local/one')
    expect([...made.owned]).toEqual([
      ['LOCAL/ONE core.automation-profile', 'ci'],
      ['LOCAL/ONE plan.apply-mode', 'squash'],
    ])
    made.owned.set('LOCAL/ONE core.automation-profile', 'manual')
    expect(settings.get('core.automation-profile', 'local/one')).toMatchObject({ value: 'manual', source: 'project' })
    settings.set('core.automation-profile', '', 'local/one')
    expect(settings.text('core.automation-profile', 'local/one')).toBe('supervised')
    env.CLEVERAGENTS_CORE_AUTOMATION_PROFILE = 'ci'
    settings.set('core.automation-profile', 'manual')
    expect(settings.profileNames('local/one')).toEqual({ environment: 'ci', project: null, global: 'manual' })
  })

  it.each([
    ['core.fromat', 'json', undefined, 'settings.unknown_key', /core\.fromat/, /core\.format/],
    ['core.format', 'jsn', undefined, 'settings.invalid_value', /did you mean "json"/, /./],
    ['core.automation-profile', 'local/typo', undefined, 'settings.invalid_value', /must be one of manual/, /./],
    ['plan.concurrency', '0', undefined, 'settings.invalid_value', /between 1 and 64/, /./],
    ['plan.concurrency', '1.5', undefined, 'settings.invalid_value', /whole number/, /./],
    ['provider.openai.base-url', 'localhost', undefined, 'settings.invalid_value', /http/, /./],
    ['provider.openai.base-url', 'http://me:pw@host/', undefined, 'settings.invalid_value', /password/, /./],
    ['core.editor', 'a\nb', undefined, 'settings.invalid_value', /single line/, /./],
    ['plan.concurrency', '2', 'local/one', 'settings.not_per_project', /every project/, /without a project/],
    ['core.automation-profile', 'ci', 'local/none', 'project.not_found', /local\/none/, /^$/],
    ['server.token', 'x', undefined, 'settings.secret', /nothing was stored/, /core\.json/],
    ['provider.openai.api-key', 'x', undefined, 'settings.secret', /nothing was stored/, /OPENAI_API_KEY/],
  ])('refuses %s = %s', (key, value, project, code, message, hint) => {
    const data = refusal(() => settings.set(key, value, project))
    expect(data).toMatchObject({ code })
    expect(data.message).toMatch(message)
    expect(data.hint).toMatch(hint)
    expect(readdirSync(folder)).toEqual([])
    expect(made.told).toEqual([])
  })

  it('names a variable that does not say what it should', () => {
    env.CLEVERAGENTS_CORE_FORMAT = 'xml'
    expect(refusal(() => settings.get('core.format')).message).toMatch(/CLEVERAGENTS_CORE_FORMAT must be one of/)
  })

  it.each([
    ['[core\nformat = "json"', /line 1.*left as it is/, /./],
    ['[core]\nformat = "json"\nformat = "yaml"', /line 3/, /./],
    ['[core]\n\nfromat = "json"', /line 3, column 1: there is no setting "core\.fromat"/, /core\.format/],
    ['[core]\nformat = "xml"', /line 2, column 10: core\.format must be one of/, /config set core\.format/],
    ['[plan]\nconcurrency = "many"', /line 2, column 15: plan\.concurrency must be a whole number/, /./],
    ['[plan]\nconcurrency = [1]', /line 2, column 15: plan\.concurrency must be a single value/, /./],
    ['server.token = "abc"', /line 1, column 1: server\.token is a secret/, /Remove the line/],
    ['__proto__ = 1', /config\.toml/, /./],
  ])('refuses the file %j and leaves it', (text, message, hint) => {
    writeFileSync(file, text)
    const data = refusal(() => settings.list())
    expect(data.message).toMatch(message)
    expect(data.hint).toMatch(hint)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('lets a bad value be set right, and a broken file not be written over', () => {
    writeFileSync(file, '[plan]\nconcurrency = "many" # mine\n')
    settings.set('plan.concurrency', '3')
    expect(readFileSync(file, 'utf8')).toBe('[plan]\nconcurrency = 3 # mine\n')
    writeFileSync(file, '[plan\n')
    expect(refusal(() => settings.set('plan.concurrency', '4')).code).toBe('settings.file_broken')
    expect(readFileSync(file, 'utf8')).toBe('[plan\n')
  })

  it('sees a hand edit at once', () => {
    settings.set('plan.concurrency', '3')
    writeFileSync(file, '[plan]\nconcurrency = 44\n')
    expect(settings.number('plan.concurrency')).toBe(44)
  })

  it('writes for its owner alone, leaves nothing beside the file, and follows a link', () => {
    settings.set('core.format', 'json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    chmodSync(file, 0o644)
    settings.set('core.format', 'yaml')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const elsewhere = join(folder, 'dotfiles.toml')
    const linked = mkdtempSync(join(tmpdir(), 'settings-'))
    writeFileSync(elsewhere, '# kept elsewhere\n')
    symlinkSync(elsewhere, join(linked, 'config.toml'))
    createSettings({ ...made.deps, configFile: createConfigFile(linked) }).set('core.format', 'json')
    expect(readFileSync(elsewhere, 'utf8')).toBe('# kept elsewhere\n\n[core]\nformat = "json"\n')
    expect(readdirSync(linked)).toEqual(['config.toml'])
    expect(readdirSync(folder).sort()).toEqual(['config.toml', 'dotfiles.toml'])
  })

  it('says what to do where the file is none', () => {
    mkdirSync(file)
    expect(refusal(() => settings.list())).toMatchObject({ kind: 'failed', code: 'settings.file_unavailable' })
    expect(refusal(() => settings.set('core.format', 'json')).code).toBe('settings.file_unavailable')
  })

  it('forgets what a deleted project had', () => {
    settings.set('plan.max-turns', '5', 'local/one')
    settings.forgetProject('LOCAL/ONE')
    expect(settings.number('plan.max-turns', 'local/one')).toBe(200)
  })

  it('answers what the contract says, and never a secret', async () => {
    const handlers = createSettingsHandlers(settings)
    env.CLEVERAGENTS_SERVER_TOKEN = 'abc'
    const list = await handlers.list({}, {})
    expect(contract.list['~orpc'].outputSchema?.parse(list)).toEqual(list)
    expect(list.entries.map((entry) => entry.key)).toEqual(settingKeys)
    expect(list.entries.find((entry) => entry.key === 'server.token')).toMatchObject({ secret: true, value: null })
    const set = await handlers.set({ key: 'core.editor', value: 'code -w' }, {})
    expect(contract.set['~orpc'].outputSchema?.parse(set)).toEqual(set)
    expect(set).toMatchObject({ value: 'code -w', previous: null, previous_source: 'default', scope: 'global' })
    expect(await handlers.get({ key: 'core.editor' }, {})).toMatchObject({ value: 'code -w', source: 'global' })
    expect(settings.optional('core.editor')).toBe('code -w')
  })
})

describe('changeToml', () => {
  it.each<[string, string, string, SettingValue | undefined, string]>([
    ['an empty file', '', 'core.format', 'json', '[core]\nformat = "json"\n'],
    [
      'a value with its comment',
      '# top\n[core]\nformat = "rich"  # mine\n',
      'core.format',
      'json',
      '# top\n[core]\nformat = "json"  # mine\n',
    ],
    ['a "#" inside a value', '[core]\neditor = "a # b" # c\n', 'core.editor', 'x', '[core]\neditor = "x" # c\n'],
    [
      'a new key of a table',
      '[core]\nformat = "rich"\n\n[plan]\nconcurrency = 4\n',
      'core.editor',
      'vi',
      '[core]\nformat = "rich"\neditor = "vi"\n\n[plan]\nconcurrency = 4\n',
    ],
    [
      'a deeper table',
      '[core]\nformat = "rich"\n',
      'core.log.level',
      'warn',
      '[core]\nformat = "rich"\n\n[core.log]\nlevel = "warn"\n',
    ],
    [
      'dotted keys',
      'core.format = "rich" # mine\n',
      'core.editor',
      'vi',
      'core.editor = "vi"\ncore.format = "rich" # mine\n',
    ],
    [
      'a dotted key inside a table',
      '[core]\nlog.level = "info" # x\n',
      'core.log.level',
      'warn',
      '[core]\nlog.level = "warn" # x\n',
    ],
    ['windows line ends', '[core]\r\nformat = "rich"\r\n', 'core.format', 'json', '[core]\r\nformat = "json"\r\n'],
    ['a removed key', '# a\n[core]\n# b\nformat = "rich"\n', 'core.format', undefined, '# a\n[core]\n# b\n'],
    [
      'an inline table',
      'core = { format = "rich" }\nplan = { concurrency = 2 }\n',
      'core.format',
      'json',
      '[core]\nformat = "json"\n\n[plan]\nconcurrency = 2\n',
    ],
  ])('%s', (_what, text, key, value, expected) => {
    expect(changeToml(text, key, value)).toBe(expected)
  })

  it('is not fooled by lines inside a long text', () => {
    const text = '[core]\neditor = """\nformat = "inside"\n[plan]\n"""\nformat = "rich"\n'
    const changed = parse(changeToml(text, 'core.format', 'json'))
    expect(changed).toEqual({ core: { editor: 'format = "inside"\n[plan]\n', format: 'json' } })
  })

  it('brings every value back, and never loses another key', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((value) => !/[\r\n]/.test(value))
    const change = fc.record({
      key: fc.constantFrom('core.editor', 'core.format', 'core.log.level', 'plan.concurrency', 'plan.apply-mode'),
      value: fc.option(fc.oneof(text, fc.integer(), fc.boolean()), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        let file = '# a comment that stays\n'
        const expected = new Map<string, SettingValue>()
        for (const { key, value } of changes) {
          file = changeToml(file, key, value)
          if (value === undefined) expected.delete(key)
          else expected.set(key, value)
        }
        const read = readToml(file)
        expect(new Map('leaves' in read ? read.leaves.map((leaf) => [leaf.key, leaf.value]) : [])).toEqual(expected)
        expect(file).toContain('# a comment that stays')
      }),
    )
  })
})
