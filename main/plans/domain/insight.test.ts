import { describe, expect, it } from 'vitest'
import { childrenOf, correctionImpact } from './correction-impact'
import { estimateFromPlans, estimateFromStrategy, leftAsBefore, leftAtPace, rangeOf, type PastPlan } from './estimate'
import { findRootCause, namedPaths, type Candidate } from './root-cause'

const past = (more: Partial<PastPlan> = {}): PastPlan => ({
  costMicro: 100,
  executeCostMicro: 60,
  strategizeMs: 1000,
  executeMs: 5000,
  largestPrompt: 2000,
  choices: 2,
  ...more,
})

describe('what a plan will take', () => {
  it('is the middle and the ends of earlier plans, and nothing where there is none', () => {
    expect(estimateFromPlans([])).toBeNull()
    const found = estimateFromPlans([
      past(),
      past({ costMicro: 300 }),
      past({ costMicro: null }),
      past({ costMicro: 200 }),
    ])
    expect(found).toMatchObject({ costMicro: { median: 200, low: 100, high: 300 }, plans: 4 })
    expect(estimateFromPlans([past({ costMicro: null })])).toMatchObject({ costMicro: null, plans: 1 })
    expect(rangeOf([1, 4])).toEqual({ median: 3, low: 1, high: 4 })
  })

  it('is by the size of the strategy where only other actions were done by the same actor', () => {
    const begun = { choices: 3, costMicro: 10, strategizeMs: 100 }
    expect(estimateFromStrategy(begun, [past()])).toMatchObject({
      costMicro: { median: 100, low: 100, high: 100 },
      durationMs: { median: 7600 },
    })
    expect(estimateFromStrategy({ ...begun, choices: 0 }, [past()])).toBeNull()
    expect(estimateFromStrategy(begun, [past({ choices: 0 })])).toBeNull()
  })

  it('leaves time at the pace of the choices taken up, and none where that is not known or past', () => {
    expect(leftAtPace({ choices: 4, begunAt: [0, 1000], workedMs: 1500 })?.ms).toBe(2500)
    expect(leftAtPace({ choices: 4, begunAt: [0], workedMs: 1500 })).toBeNull()
    expect(leftAtPace({ choices: 2, begunAt: [0, 1000], workedMs: 9000 })).toBeNull()
    expect(leftAsBefore({ phase: 'strategize', workedMs: 500 }, [past()])?.ms).toBe(5500)
    expect(leftAsBefore({ phase: 'execute', workedMs: 500 }, [past()])?.ms).toBe(4500)
    expect(leftAsBefore({ phase: 'execute', workedMs: 6000 }, [past()])).toBeNull()
    expect(leftAsBefore({ phase: 'execute', workedMs: 0 }, [])).toBeNull()
  })
})

const decision = (id: string, seq: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  seq,
  type: 'implementation_choice',
  question: `${id}?`,
  chosen: id,
  confidence: 0.9,
  artifacts: [],
  influencedBy: [],
  parentId: null,
  supersededAt: null,
  ...more,
})

describe('the root cause of a failure after Apply', () => {
  const changed = ['src/db/pool_config.py', 'src/db/health.py', 'config/database.toml']

  it('is the choice whose files the output names most, with the reason', () => {
    const all = [
      decision('strategy', 1, { type: 'strategy_choice', artifacts: [] }),
      decision('pool', 2, { artifacts: ['src/db/pool_config.py', 'config/database.toml'], confidence: 0.78 }),
      decision('health', 3, { artifacts: ['src/db/health.py'], confidence: 0.5 }),
    ]
    const found = findRootCause('Error in src/db/pool_config.py:12, see database.toml', changed, all)
    expect(found?.decision.id).toBe('pool')
    expect(found?.paths).toEqual(['src/db/pool_config.py', 'config/database.toml'])
    expect(found?.why).toContain('78 % sure')
  })

  it('is found through what a choice influenced where its own files are not named', () => {
    const all = [
      decision('cause', 1, { type: 'strategy_choice' }),
      decision('tool', 2, { type: 'tool_invocation', parentId: 'cause', artifacts: ['src/db/health.py'] }),
      decision('other', 3, { artifacts: ['config/database.toml'] }),
    ]
    const found = findRootCause('health.py: boom', changed, all)
    expect(found).toMatchObject({ decision: { id: 'cause' }, paths: ['src/db/health.py'] })
  })

  it('is the least certain of several that fit as well, and says where the output names nothing', () => {
    const twins = [
      decision('sure', 1, { artifacts: ['config/database.toml'] }),
      decision('unsure', 2, { artifacts: ['config/database.toml'], confidence: 0.4 }),
    ]
    expect(findRootCause('database.toml', changed, twins)?.decision.id).toBe('unsure')
    expect(findRootCause('exit 1', changed, twins)?.why).toContain('names no changed file')
    expect(findRootCause('exit 1', changed, [decision('idle', 1)])).toBeNull()
    expect(findRootCause('database.toml', changed, [decision('old', 1, { supersededAt: 5 })])).toBeNull()
  })

  it('does not take a part of a word for a path', () => {
    expect(namedPaths('in database.toml.bak and unhealth.py', changed)).toEqual(['config/database.toml'])
    expect(namedPaths('ModuleNotFoundError: src.db.pool_config', changed)).toEqual(['src/db/pool_config.py'])
  })
})

describe('the impact of a correction', () => {
  const none = { decisions: 0, files: 0, children: 0, commands: 0, conflicts: 0, restarts: false, reverts: false }

  it('is the most serious of its reasons, all of which are told', () => {
    expect(correctionImpact(none)).toEqual({ level: 'low', reasons: ['Nothing is taken back'] })
    expect(correctionImpact({ ...none, decisions: 1, files: 2 })).toMatchObject({ level: 'low' })
    expect(correctionImpact({ ...none, decisions: 3, commands: 1 })).toEqual({
      level: 'medium',
      reasons: ['3 decisions are taken back', '1 command had effects that may not be rolled back'],
    })
    expect(correctionImpact({ ...none, files: 12 }).level).toBe('high')
    expect(correctionImpact({ ...none, decisions: 1, children: 1 }).level).toBe('high')
    expect(correctionImpact({ ...none, reverts: true }).level).toBe('high')
  })

  it('counts the child plans that the decisions taken back have started', () => {
    const decisions = [
      { id: 'a', type: 'child_plan' as const, created: 10 },
      { id: 'b', type: 'child_plan' as const, created: 20 },
    ]
    const children = [11, 21, 25].map((created) => ({ id: `c${created}`, title: '', created }))
    expect(childrenOf(new Set(['b']), decisions, children).map(({ id }) => id)).toEqual(['c21', 'c25'])
    expect(childrenOf(new Set(), decisions, children)).toEqual([])
  })
})
