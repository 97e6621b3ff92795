import { describe, expect, it } from 'vitest'
import { Refusal } from '@shared/model/refusal'
import { actorsOfProvider, addActor, createActorHandlers, removeActor, resolveActor, systemPromptOf } from './index'
import { actorDeps, fixture } from './testing'

const source = 'name: local/reviewer\nactor: openai/gpt-5.4\ntemperature: 0.3\nsystem_prompt: Be kind.\n'

function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('adding', () => {
  it('stores an actor and tells of it', () => {
    const deps = actorDeps()
    const { id } = addActor(deps, { source })
    expect(deps.actors.byName('LOCAL/Reviewer')).toMatchObject({
      id,
      name: 'local/reviewer',
      source,
      definition: { type: 'llm' },
    })
    expect(deps.told).toEqual([id])
  })

  it('refuses one that exists in any case and leaves it as it was; replaces it when asked', () => {
    const deps = actorDeps()
    const { id } = addActor(deps, { source })
    const other = source.replace('local/reviewer', 'local/Reviewer').replace('kind', 'strict')
    expect(refusalOf(() => addActor(deps, { source: other })).data).toMatchObject({
      kind: 'conflict',
      code: 'actor.exists',
    })
    expect(deps.actors.byName('local/reviewer')?.source).toBe(source)
    expect(addActor(deps, { source: other, replace: true }).id).toBe(id)
    expect(deps.actors.list()).toMatchObject([{ id, name: 'local/Reviewer', source: other }])
  })

  it('stores nothing where there is a fault, and lists it with its place', () => {
    const deps = actorDeps()
    const { data } = refusalOf(() => addActor(deps, { source: 'name: a\ntype: graph\n' }))
    expect(data).toMatchObject({
      kind: 'invalid',
      code: 'actor.invalid',
      details: { diagnostics: [expect.objectContaining({ line: 1, column: 1, path: 'nodes' })] },
    })
    expect(deps.actors.list()).toEqual([])
  })

  it('reads back a graph as it was read', () => {
    const deps = actorDeps()
    const { definition } = addActor(deps, { source: fixture('review-pipeline') })
    expect(deps.actors.list()[0]?.definition).toEqual(definition)
  })
})

describe('removing', () => {
  it('removes what nothing uses, by a piece of its id', () => {
    const deps = actorDeps()
    const { id } = addActor(deps, { source })
    removeActor(deps, id.slice(-8).toLowerCase())
    expect(deps.actors.list()).toEqual([])
  })

  it('refuses what is used or not there', () => {
    const deps = actorDeps({ users: () => ['action local/fix'] })
    addActor(deps, { source })
    expect(refusalOf(() => removeActor(deps, 'reviewer')).data).toMatchObject({
      code: 'actor.in_use',
      message: expect.stringContaining('local/fix'),
    })
    expect(refusalOf(() => removeActor(deps, 'local/reviewr')).data).toMatchObject({
      kind: 'missing',
      code: 'actor.not_found',
      hint: expect.stringContaining('local/reviewer'),
    })
  })
})

describe('resolving', () => {
  it.each([
    ['builtin/rewrite', { kind: 'builtin', name: 'builtin/rewrite' }],
    ['Builtin/Command', { kind: 'builtin', name: 'builtin/command' }],
    ['openai/gpt-5.4', { kind: 'llm', name: 'openai/gpt-5.4', model: { provider: 'openai', model: 'gpt-5.4' } }],
    [
      'my-llm/meta/llama-3:8b',
      { kind: 'llm', name: 'My-LLM/meta/llama-3:8b', model: { provider: 'My-LLM', model: 'meta/llama-3:8b' } },
    ],
    [
      'reviewer',
      {
        kind: 'llm',
        name: 'local/reviewer',
        model: { provider: 'openai', model: 'gpt-5.4' },
        temperature: 0.3,
        systemPromptTemplate: 'Be kind.',
      },
    ],
  ])('%s', (name, expected) => {
    const deps = actorDeps()
    addActor(deps, { source })
    expect(resolveActor(deps, name, 'strategy')).toMatchObject(expected)
  })

  it('points a retired model to its successor and says so', () => {
    const actor = resolveActor(actorDeps(), 'anthropic/claude-3.5-sonnet', 'execution')
    expect(actor).toMatchObject({
      name: 'anthropic/claude-3.5-sonnet',
      model: { provider: 'anthropic', model: 'claude-sonnet-5-5' },
      replaced: { note: expect.stringContaining('claude-3.5-sonnet') },
    })
  })

  it('takes the configured actor of the role where none is named', () => {
    const deps = actorDeps({ defaultActor: (role) => (role === 'strategy' ? 'openai/gpt-5.4' : undefined) })
    expect(resolveActor(deps, null, 'strategy')).toMatchObject({ model: { model: 'gpt-5.4' } })
    expect(refusalOf(() => resolveActor(deps, null, 'execution')).data).toMatchObject({
      code: 'actor.none',
      message: expect.stringContaining('actor.default.execution'),
    })
  })

  it.each([
    ['builtin/nothing', 'actor.not_found'],
    ['local/nothing', 'actor.not_found'],
    ['google/gemini', 'provider.not_found'],
    ['local/review-pipeline', 'actor.not_runnable'],
    ['not a name', 'actor.not_found'],
  ])('refuses %s with %s', (name, code) => {
    const deps = actorDeps()
    addActor(deps, { source: fixture('review-pipeline') })
    expect(refusalOf(() => resolveActor(deps, name, 'strategy')).data.code).toBe(code)
  })

  it.each([
    ['refactoring-strategist', 'Project: api\nResources: a, b\n'],
    ['single', 'Standards: strict. Project: api'],
  ])('fills the system prompt of %s with the global context and the plan', (name, expected) => {
    const single =
      'name: local/single\nactor: openai/gpt-5.4\nglobal_context: { standards: strict }\nsystem_prompt: "Standards: {{ context.standards }}. Project: {{ project_name }}"\n'
    const deps = actorDeps()
    addActor(deps, { source: name === 'single' ? single : fixture(name) })
    const actor = resolveActor(deps, `local/${name}`, 'strategy')
    expect(actor.kind === 'llm' && systemPromptOf(actor, { project_name: 'api', resources: ['a', 'b'] })).toContain(
      expected,
    )
  })

  it('knows which actors name a provider, whatever runs of them', () => {
    const deps = actorDeps()
    addActor(deps, { source })
    addActor(deps, { source: fixture('review-pipeline') })
    expect(actorsOfProvider('OpenAI', deps.actors)).toEqual(['local/reviewer'])
    expect(actorsOfProvider('anthropic', deps.actors)).toEqual(['local/review-pipeline'])
  })
})

describe('handlers', () => {
  it('adds, lists, shows and removes in the form of the contract', async () => {
    const handlers = createActorHandlers(actorDeps())
    const added = await handlers.add({ source: fixture('refactoring-strategist'), replace: false }, {})
    expect(added).toMatchObject({
      name: 'local/refactoring-strategist',
      provider: 'anthropic',
      model: 'claude-3.5-sonnet',
      runnable: true,
      reason: '',
      notice: expect.stringContaining('claude-sonnet-5-5'),
    })
    await handlers.add({ source: fixture('review-pipeline'), replace: false }, {})
    const { actors } = await handlers.list(undefined, {})
    expect(actors.map(({ name, type, runnable }) => [name, type, runnable])).toEqual([
      ['builtin/rewrite', 'builtin', true],
      ['builtin/command', 'builtin', true],
      ['builtin/invariant-resolver', 'builtin', true],
      ['local/refactoring-strategist', 'llm', true],
      ['local/review-pipeline', 'graph', false],
    ])
    expect(await handlers.show({ actor: 'builtin/rewrite' }, {})).toMatchObject({ builtin: true, actor_id: null })
    expect((await handlers.show({ actor: 'builtin/command' }, {})).args).toMatchObject([
      { name: 'command', required: true },
    ])
    expect(await handlers.show({ actor: 'review-pipeline' }, {})).toMatchObject({
      runnable: false,
      reason: expect.stringContaining('5'),
      model: 'claude-3.5-sonnet',
    })
    expect(await handlers.remove({ actor: 'review-pipeline' }, {})).toEqual({ ok: true })
  })
})
