import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { parseAction } from './parse-action'

const fixtures = import.meta.glob<string>('./fixtures/*.yaml', { query: '?raw', import: 'default', eager: true })

const head = 'name: local/x\ndefinition_of_done: done\n'
const arg = (...lines: string[]) => `${head}args:\n  - name: a\n${lines.map((line) => `    ${line}\n`).join('')}`

/** Each fault as "line:column-endLine:endColumn message", the message cut to what the case is about. */
function faults(source: string, env = {}, known = {}) {
  return parseAction(source, env, known).diagnostics.map((one) => ({
    at: `${one.span.line}:${one.span.column}-${one.span.endLine}:${one.span.endColumn}`,
    message: one.message,
    suggestion: one.suggestion,
    severity: one.severity,
  }))
}

describe('the actions of the worked examples', () => {
  it.each(Object.entries(fixtures))('%s loads', (_file, source) => {
    const { definition, diagnostics } = parseAction(source, {})
    expect(diagnostics).toEqual([])
    expect(definition?.name).toMatch(/^local\//)
    expect(definition?.definitionOfDone).toContain('- ')
  })

  it('keeps every part of the first one', () => {
    const { definition } = parseAction(fixtures['./fixtures/generate-tests.yaml'] ?? '', {})
    expect(definition).toMatchObject({
      name: 'local/generate-tests',
      reusable: true,
      readOnly: false,
      state: 'available',
      automationProfile: null,
      actors: { strategy: 'anthropic/claude-3.5-sonnet', estimation: null },
      args: [
        { name: 'target_module', type: 'string', required: true, default: null },
        { name: 'coverage_target', type: 'integer', required: false, default: 80 },
      ],
    })
    expect(definition?.invariants).toHaveLength(3)
  })
})

describe('faults at their place', () => {
  const cases: [string, string, string, RegExp, (string | null)?][] = [
    ['an unknown key', `${head}defintion: x`, '3:1-3:10', /Unknown key "defintion".*"definition_of_done"/],
    ['an unknown key names the nearest', `${head}reuseable: true`, '3:1-3:10', /Did you mean "reusable"\?/, 'reusable'],
    ['a mistyped alias', `${head}argumets: []`, '3:1-3:9', /Did you mean "arguments"\?/, 'arguments'],
    [
      'an unknown key of an arg',
      arg('type: string', 'requird: true'),
      '6:5-6:12',
      /Did you mean "required"\?/,
      'required',
    ],
    ['a wrong type', `${head}reusable: "yes"`, '3:11-3:16', /reusable takes true or false, but this is text/, 'true'],
    [
      'a number for text',
      `${head}description: 12`,
      '3:14-3:16',
      /description takes text, but this is a number/,
      '"12"',
    ],
    ['an empty value', `${head}description:`, '3:1-3:12', /description takes text, but it is empty/],
    ['a list in place of text', `${head}description: [a]`, '3:14-3:17', /but this is a list/],
    ['a mapping in place of a list', `${head}args:\n  a: b`, '4:3-4:7', /args takes a list, but this is a mapping/],
    ['a missing key', 'name: local/x', '1:1-1:1', /"definition_of_done" is missing/, 'definition_of_done: '],
    ['a missing key of an arg', `${head}args:\n  - name: a`, '4:5-4:5', /"type" is missing/],
    ['a repeated key', `${head}name: local/y`, '3:1-3:5', /"name" stands here a second time/],
    ['both spellings of args', `${head}args: []\narguments: []`, '4:1-4:10', /says again/],
    ['a tab', `${head}args:\n\t- name: a`, '4:1-4:1', /A tab indents this line/],
    ['an unclosed quote', 'name: "local/x', '1:15-1:15', /closing quote/],
    ['a second colon', 'name: a: b', '1:7-1:8', /put the value in quotes/],
    ['two documents', `${head}---\nname: y`, '3:1-3:4', /second document/],
    ['an unknown state', `${head}state: avaliable`, '3:8-3:17', /no value of state/, 'available'],
    ['an unknown type', arg('type: strng'), '5:11-5:16', /no value of type/, 'string'],
    ['a reserved namespace', 'name: system/x\ndefinition_of_done: d', '1:7-1:15', /namespace "system" is reserved/],
    ["a provider's namespace", 'name: openai/x\ndefinition_of_done: d', '1:7-1:15', /belongs to the provider/],
    ['a name with odd letters', 'name: local/a;b\ndefinition_of_done: d', '1:7-1:16', /names may not contain/],
    ['a choice without choices', arg('type: choice'), '5:11-5:17', /needs choices/],
    ['choices of a string', arg('type: string', 'choices: [a]'), '6:14-6:17', /Only an arg of type choice/],
    ['a repeated choice', arg('type: choice', 'choices: [a, b, a]'), '6:21-6:22', /"a" stands here a second time/],
    ['a default of another type', arg('type: integer', 'default: "80"'), '6:14-6:18', /must be a number/],
    ['a number as a text default', arg('type: string', 'default: 80'), '6:14-6:16', /must be text/, '"80"'],
    ['a fraction as an integer', arg('type: integer', 'default: 1.5'), '6:14-6:17', /whole number/],
    [
      'a default outside its choices',
      arg('type: choice', 'choices: [fast, slow]', 'default: fats'),
      '7:14-7:18',
      /did you mean "fast"/,
    ],
    [
      'a default that misses its pattern',
      arg('type: string', 'pattern: "[a-z]+"', 'default: "A1"'),
      '7:14-7:18',
      /must match/,
    ],
    ['a path default that leads out', arg('type: path', 'default: ../x'), '6:14-6:18', /leads out/],
    ['a broken pattern', arg('type: string', 'pattern: "(a"'), '6:14-6:18', /no valid regular expression/],
    [
      'two args of one name',
      `${arg('type: string')}  - name: A\n    type: string\n`,
      '6:11-6:12',
      /Two args are named/,
    ],
    [
      'an odd arg name',
      `${head}args:\n  - name: 1 x\n    type: string`,
      '4:11-4:14',
      /may not contain spaces|no name for an arg/,
    ],
    ['an empty invariant', `${head}invariants:\n  - ""`, '4:5-4:7', /but this is empty/],
    ['an invariant without text', `${head}invariants:\n  - never_paths: [a]`, '4:5-4:5', /"text" is missing/],
    [
      'an unknown key of an invariant',
      `${head}invariants:\n  - text: a\n    onlypaths: [b]`,
      '5:5-5:14',
      /Did you mean "only_paths"/,
    ],
    [
      'paths of a rule that are no globs',
      `${head}invariants:\n  - text: a\n    never_paths: ["src/["]`,
      '5:18-5:27',
      /never_paths: .*not a glob/,
    ],
    [
      'paths to ask about that are no globs',
      `${head}invariants:\n  - text: a\n    escalate: { paths: "db/{" }`,
      '5:24-5:30',
      /paths: .*not a glob/,
    ],
    [
      'an unknown decision type',
      `${head}invariants:\n  - text: a\n    escalate: { decision_types: [strategy] }`,
      '5:34-5:42',
      /no value of decision_types/,
    ],
    [
      'an empty item of a list of texts',
      `${head}validations:\n  - name: v\n    command: [npm, ~, test]`,
      '5:20-5:21',
      /command\[1\] takes text, but it is empty/,
    ],
    [
      'an empty program',
      `${head}validations:\n  - name: v\n    command: [""]`,
      '5:15-5:17',
      /command\[0\].*it is empty/,
    ],
    [
      'an item of a list of texts that is a list',
      `${head}invariants:\n  - text: a\n    only_paths: [[a]]`,
      '5:18-5:21',
      /only_paths\[0\] takes text, but this is a list/,
    ],
    ['an empty arg', `${head}args:\n  -`, '4:4-4:4', /A mapping of keys is wanted here, but this is empty/],
    ['a validation that checks nothing', `${head}validations:\n  - name: v`, '4:5-4:12', /needs a command or a tool/],
    ['a text at the top', 'hello', '1:1-1:6', /A mapping of keys is wanted here/],
    ['an empty text', '', '1:1-1:1', /The text is empty/],
    [
      'an unset variable',
      `${head}description: runs \${MISSING} now`,
      '3:19-3:29',
      /MISSING is not set/,
      '${MISSING:default}',
    ],
    [
      'an unset variable in an invariant',
      `${head}invariants:\n  - "keep \${ONE:x} and \${MISSING}"`,
      '4:24-4:34',
      /MISSING is not set/,
    ],
    [
      'an unset variable in a block',
      `${head}long_description: |\n  first\n  and \${MISSING}\n`,
      '5:7-5:17',
      /MISSING is not set/,
    ],
  ]
  it.each(cases)('%s', (_what, source, at, message, suggestion) => {
    const found = faults(source).filter((one) => one.severity === 'error')
    const hit = found.find((one) => message.test(one.message))
    expect(found.map((one) => `${one.at} ${one.message}`).join('\n')).toMatch(message)
    expect(hit?.at).toBe(at)
    if (suggestion !== undefined) expect(hit?.suggestion).toBe(suggestion)
    expect(parseAction(source, {}).definition).toBeUndefined()
  })

  it('tells every fault at once, in the order of the text', () => {
    const found = faults(`nam: local/x\nreusable: 1\nargs:\n  - name: a\n    type: choice\nstate: gone\n`)
    expect(found.map((one) => one.at)).toEqual(['1:1-1:4', '1:1-1:1', '1:1-1:1', '2:11-2:12', '5:11-5:17', '6:8-6:12'])
  })

  it('tells what is kept but not used yet as warnings, and still answers a definition', () => {
    const source = `${head}validations:\n  - { name: v, command: [npm, test], timeout: 60 }\nenvironment:\n  image: node\n`
    expect(faults(source).map((one) => one.severity)).toEqual(['warning'])
    expect(parseAction(source, {}).definition).toMatchObject({
      validations: [{ name: 'v', command: ['npm', 'test'], mode: 'required', phase: 'execute', timeoutS: 60 }],
      environment: { image: 'node' },
    })
  })

  it('answers the args that are whole beside the faults of others', () => {
    const read = parseAction(`${arg('type: string')}  - name: b\n    type: nothing\n`, {})
    expect(read.args.map((one) => one.name)).toEqual(['a'])
    expect(read.name).toBe('local/x')
  })

  it('checks names that only the application knows', () => {
    const source = `name: acme/x\ndefinition_of_done: d\nautomation_profile: truste\n`
    const known = { profiles: ['trusted', 'auto'], providers: ['acme'], defaultActors: ['strategy'] as const }
    const found = faults(source, {}, known)
    expect(found.map((one) => [one.at, one.severity])).toEqual([
      ['1:1-1:1', 'warning'],
      ['1:7-1:13', 'error'],
      ['3:21-3:27', 'error'],
    ])
    expect(found[2]?.suggestion).toBe('trusted')
    expect(found[0]?.message).toContain('actor.default.execution')
  })
})

describe('what is read', () => {
  it('takes arguments for args, and a bare name as local', () => {
    const { definition } = parseAction('name: x\ndefinition_of_done: d\narguments: [{ name: a, type: path }]', {})
    expect(definition?.name).toBe('local/x')
    expect(definition?.args).toHaveLength(1)
  })

  it('warns where nothing tells what a sound action is for', () => {
    expect(parseAction(head, {})).toMatchObject({
      definition: { description: '' },
      diagnostics: [{ severity: 'warning', message: expect.stringContaining('"description"') as unknown }],
    })
    expect(parseAction(`${head}description: d\n`, {}).diagnostics).toEqual([])
    expect(parseAction(`${head}description: ''\n`, {}).diagnostics).toHaveLength(1)
  })

  it('keeps invariants as text or with their parts', () => {
    const { definition, diagnostics } = parseAction(
      `${head}description: d\ninvariants:\n  - plain\n  - text: full\n    only_paths: src/**\n    never_paths: [a, b]\n    command: [sh, -c, "true"]\n    escalate: { paths: [db/**], decision_types: [child_plan] }\n    non_overridable: true\n  - { text: third, escalate: always, command: make check }\n`,
      {},
    )
    expect(diagnostics).toEqual([])
    expect(definition?.invariants).toEqual([
      { text: 'plain', onlyPaths: null, neverPaths: null, command: null, escalate: null, nonOverridable: false },
      {
        text: 'full',
        onlyPaths: ['src/**'],
        neverPaths: ['a', 'b'],
        command: ['sh', '-c', 'true'],
        escalate: { always: false, paths: ['db/**'], decisionTypes: ['child_plan'] },
        nonOverridable: true,
      },
      {
        text: 'third',
        onlyPaths: null,
        neverPaths: null,
        command: 'make check',
        escalate: { always: true, paths: [], decisionTypes: [] },
        nonOverridable: false,
      },
    ])
  })

  it('puts variables in place, with defaults, and types of plain values', () => {
    const source = `name: local/\${WHO:me}\ndefinition_of_done: "$\${KEPT} \${SET}"\nreusable: \${AGAIN:false}\ndescription: \${EMPTY:a:b}\n`
    expect(parseAction(source, { SET: 'x', EMPTY: '' }).definition).toMatchObject({
      name: 'local/me',
      definitionOfDone: '${KEPT} x',
      reusable: false,
      description: 'a:b',
    })
  })

  it('does not take a name from what objects inherit', () => {
    expect(faults(`${head}description: \${constructor}`)[0]?.message).toMatch(/constructor is not set/)
    expect(faults(`${head}__proto__: 1\nconstructor: 2`).map((one) => one.at)).toEqual(['3:1-3:10', '4:1-4:12'])
  })

  it('never mistakes a value for a variable, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (text, value) => {
        const plain = text.replaceAll('$', '').trim()
        const read = parseAction(`${head}description: ${JSON.stringify(`${plain}\${V}`)}`, { V: `${value}!` })
        expect(read.definition?.description).toBe(`${plain}${value}!`.trim())
      }),
    )
  })
})
