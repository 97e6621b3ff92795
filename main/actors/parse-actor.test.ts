import { describe, expect, it } from 'vitest'
import { parseActor } from './parse-actor'
import { fixture } from './testing'

const parse = (source: string, env: Record<string, string> = {}) => parseActor(source, { env, providers: ['my-llm'] })
const flat = (lines: string) => `name: local/a\nactor: openai/gpt-5\n${lines}`
const envelope = (lines: string) =>
  `name: local/a\ncleveragents:\n  version: "3.0"\nactors:\n  one:\n    type: llm\n    config:\n      actor: openai/gpt-5\n  two:\n    type: llm\n    config:\n      actor: openai/gpt-5\n${lines}`
const graph = (body: string, rest = '') =>
  envelope(`routes:\n  g:\n    type: graph\n    entry_point: a\n${body}${rest}`)
const nodes = (...ids: string[]) =>
  `    nodes:\n${ids.map((id) => `      ${id}:\n        type: agent\n        agent: one\n`).join('')}`
const edges = (...pairs: string[]) =>
  `    edges:\n${pairs.map((pair) => `      - { from: ${pair[0]}, to: ${pair[1]} }\n`).join('')}`

describe('both dialects', () => {
  it('reads the envelope with one actor', () => {
    const { definition, diagnostics } = parse(fixture('refactoring-strategist'))
    expect(diagnostics).toEqual([])
    expect(definition).toMatchObject({
      name: 'local/refactoring-strategist',
      type: 'llm',
      runs: {
        kind: 'llm',
        settings: { provider: 'anthropic', model: 'claude-3.5-sonnet', temperature: 0.2, maxHistory: 100 },
      },
    })
  })

  it('reads the envelope with a graph, which loads and says why it cannot run', () => {
    const { definition, diagnostics } = parse(fixture('review-pipeline'))
    expect(diagnostics).toEqual([])
    expect(definition).toMatchObject({
      type: 'graph',
      globalContext: { review_standards: 'Google Python Style Guide' },
      runs: { kind: 'not_yet', reason: expect.stringContaining('has 5') },
    })
    expect(definition?.graphs[0]?.nodes).toHaveLength(5)
    expect(definition?.graphs[0]?.edges).toHaveLength(6)
    expect(definition?.graphs[0]).toMatchObject({ entry: 'dispatch', checkpointing: true, parallel: true })
  })

  it.each([
    ['provider and model', 'name: a\nprovider: openai\nmodel: gpt-5\n'],
    ['one line', 'name: a\nactor: openai/gpt-5\n'],
    ['under config', 'name: a\ntype: llm\nconfig:\n  provider: openai\n  model: gpt-5\n'],
  ])('reads a flat actor: %s', (_what, source) => {
    expect(parse(source).definition).toMatchObject({
      name: 'local/a',
      type: 'llm',
      runs: { kind: 'llm', settings: { provider: 'openai', model: 'gpt-5' } },
    })
  })

  it('runs a graph whose only node is a model', () => {
    const { definition, diagnostics } = parse(graph(nodes('a')))
    expect(diagnostics).toEqual([])
    expect(definition).toMatchObject({ type: 'graph', runs: { kind: 'llm', settings: { model: 'gpt-5' } } })
  })

  it('loads a tool, not runnable', () => {
    expect(parse('name: a\ntype: tool\ntool: local/lint\n').definition).toMatchObject({
      type: 'tool',
      runs: { kind: 'not_yet' },
    })
  })

  it('asks for no history where memory is off', () => {
    expect(parse(flat('memory_enabled: false\n')).definition?.runs).toMatchObject({ settings: { maxHistory: 1 } })
    expect(parse(flat('max_history: 0\n')).diagnostics).toMatchObject([{ path: 'max_history' }])
  })

  it('resolves variables and their defaults', () => {
    const source = 'name: a\nactor: openai/${MODEL:gpt-5}\ntemperature: ${T:0.5}\n'
    expect(parse(source, { MODEL: 'gpt-4o' }).definition?.runs).toMatchObject({
      settings: { model: 'gpt-4o', temperature: 0.5 },
    })
  })
})

describe('faults', () => {
  it.each([
    ['empty', '', '', /empty/],
    ['no mapping', '- a\n', '- a', /mapping/],
    ['no name', 'actor: openai/gpt-5\n', 'actor', /name is missing/],
    ['bad name', 'name: a b\nactor: openai/gpt-5\n', 'a b', /" "/],
    ['reserved namespace', 'name: openai/mine\nactor: openai/gpt-5\n', 'openai/mine', /provider/],
    ['namespace of an added provider', 'name: My-LLM/mine\nactor: openai/gpt-5\n', 'My-LLM', /provider/],
    ['unknown key', flat('temprature: 1\n'), 'temprature', /Unknown key "temprature".*"temperature"/],
    ['key twice', flat('name: b\n'), 'name: b', /second time/],
    ['wrong kind', flat('temperature: warm\n'), 'warm', /takes a number/],
    ['out of range', flat('temperature: 3\n'), '3', /between 0 and 2/],
    ['unset variable', flat('system_prompt: ${NOT_SET}\n'), '${NOT', /NOT_SET is not set/],
    ['no model', 'name: a\ntype: llm\nprovider: openai\n', 'name: a', /model is missing/],
    ['no provider', 'name: a\nactor: gpt-5\n', 'gpt-5', /provider\/model/],
    ['said twice', flat('model: x\n'), 'x', /says again/],
    ['unknown type', 'name: a\ntype: llmm\n', 'llmm', /no type/],
    ['graph without a graph', 'name: a\ntype: graph\n', 'name: a', /"nodes"/],
    ['broken template', flat('system_prompt: "{{ a"\n'), '"{{', /template/],
    ['calling template', flat('system_prompt: "{{ a.constructor() }}"\n'), '"{{', /template/],
    ['unknown version', envelope('').replace('3.0', '9'), '"9"', /version 3/],
    ['unknown engine', envelope('').replace('"3.0"', '"3.0"\n  template_engine: ERB'), 'ERB', /JINJA2/],
    [
      'unknown key deep inside',
      fixture('refactoring-strategist').replace('max_history', 'max_histroy'),
      'max_histroy',
      /max_history/,
    ],
    ['several actors, none chosen', envelope(''), 'name: local', /which one/],
    ['unknown default', envelope('default_actor: thre\n'), 'thre', /neither/],
    ['edge to nowhere', graph(nodes('a', 'b'), edges('ab', 'bx')), 'x }', /"x" is no node/],
    ['unknown agent', graph(nodes('a').replace('agent: one', 'agent: onee')), 'onee', /"onee" is not an actor/],
    ['entry that is no node', graph(nodes('b')), 'a\n    nodes', /no node/],
    ['unreachable node', graph(nodes('a', 'b')), 'b:', /"b" cannot be reached/],
    ['unbounded cycle', graph(nodes('a', 'b'), edges('ab', 'ba')), 'a:\n        type', /cycle a → b → a/],
    [
      'cycle through a condition',
      graph(nodes('a', 'b'), `${edges('ab')}      - { from: b, to: a, condition: again }\n`),
      'a:\n        type',
      /cycle/,
    ],
    ['node without a target', graph('    nodes:\n      a:\n        type: tool\n'), 'type: tool', /"tool"/],
    [
      'route in itself',
      graph('    nodes:\n      a:\n        type: subgraph\n        subgraph: g\n'),
      'g:\n',
      /include each other/,
    ],
  ])('%s', (_what, source, place, message) => {
    const { definition, diagnostics } = parse(source)
    const before = source.slice(0, source.lastIndexOf(place)).split('\n')
    expect(definition).toBeUndefined()
    const found = diagnostics.map(({ span, message: text }) => ({ line: span.line, column: span.column, text }))
    const at = place === '' ? { line: 1, column: 1 } : { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
    expect(found).toContainEqual({ ...at, text: expect.stringMatching(message) })
  })

  it('tells only of the form where that is broken', () => {
    expect(parse('name: "a\nunknown: 1\n').diagnostics).toMatchObject([{ message: expect.stringContaining('quote') }])
  })

  it('tells all of them at once, in the order of the text, with what was meant', () => {
    const { diagnostics } = parse('nam: a\nactor: openai/gpt-5\ntemprature: 1\n')
    expect(diagnostics.map(({ span, suggestion }) => [span.line, suggestion])).toEqual([
      [1, 'name'],
      [1, 'name: '],
      [3, 'temperature'],
    ])
  })

  it('allows a cycle that is bounded, whoever bounds it', () => {
    const cycle = nodes('a', 'b')
    expect(parse(graph(`    max_iterations: 3\n${cycle}`, edges('ab', 'ba'))).diagnostics).toEqual([])
    expect(
      parse(graph(cycle.replace('agent: one', 'agent: one\n        max_iterations: 2'), edges('ab', 'ba'))).diagnostics,
    ).toEqual([])
    expect(parse(graph(cycle, `${edges('ab')}      - { from: b, to: a, max_iterations: 2 }\n`)).diagnostics).toEqual([])
  })

  it('lets conditional branches lead on, and to the end', () => {
    const conditional =
      '    nodes:\n      a:\n        type: conditional\n        condition: "{{ ok }}"\n        branches: { yes: b, no: END }\n      b:\n        type: agent\n        agent: one\n'
    expect(parse(graph(conditional)).diagnostics).toEqual([])
  })

  it('survives a long chain and a wide graph', () => {
    const ids = Array.from({ length: 1500 }, (_, index) => (index === 0 ? 'a' : `n${index}`))
    const chain = ids
      .slice(1)
      .map((id, index) => `      - { from: ${ids[index]}, to: ${id} }\n`)
      .join('')
    expect(parse(graph(nodes(...ids), `    edges:\n${chain}`)).diagnostics).toEqual([])
  })
})
