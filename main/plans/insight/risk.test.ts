import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { choice, cleanUp, finishExecution, finishStrategy, setup, write } from '../control/testing'

afterEach(cleanUp)

const files = {
  'src/pool.ts': 'export function open(size: number) { return size }\nexport function close() {}\n',
  'src/server.ts': "import { close, open } from './pool'\nopen(20)\nclose()\n",
  'src/server.test.ts': "import './server'\n",
}
const pool = 'export function open(size: number, spare: number) { return size + spare }\n'

const judged = {
  call: 'judge_risk',
  args: {
    risks: [{ kind: 'resources', level: 'high', reason: 'The pool grows fivefold.', evidence: ['src/pool.ts:1'] }],
  },
}

async function arrange(review: boolean, more: readonly object[] = []) {
  const place = await setup(
    {
      strategize: [choice(0.95), finishStrategy],
      execute: [write('src/pool.ts', pool), ...more, finishExecution],
      other: [judged],
    },
    files,
  )
  if (review) await place.app.client.settings.set({ key: 'actor.default.review', value: 'openai/gpt-5.4' })
  const { plan_id: id } = await place.use('trusted')
  return { ...place, id, plan: await place.app.rest(id) }
}

describe('the risk of a plan’s changes', () => {
  it('is computed at the end of Execute and stands in the plan with its evidence', async () => {
    const { plan, app, id } = await arrange(false)
    expect(plan.risk).toMatchObject([
      { kind: 'api', level: 'high', source: 'computed', actor: null },
      { kind: 'tests', level: 'medium', evidence: ['src/pool.ts: no test names it'] },
      {
        kind: 'breaking',
        level: 'high',
        evidence: ['close, removed from src/pool.ts, is still named in src/server.ts'],
      },
      { kind: 'resources', level: 'low' },
    ])
    expect(plan.risk[0]?.evidence.join('\n')).toContain('removed close (src/pool.ts)')
    expect((await app.client.plans.risk({ plan_id: id })).risk).toEqual(plan.risk)
  })

  it('is worked out anew once the files change', async () => {
    const { plan, app, id } = await arrange(false)
    const folder = plan.resources[0]?.sandbox_path ?? ''
    writeFileSync(`${folder}/src/pool.ts`, `${files['src/pool.ts']}// as it was\n`)
    const { risk } = await app.client.plans.risk({ plan_id: id })
    expect(risk.map(({ level }) => level)).toEqual(['low', 'medium', 'low', 'low'])
    expect(readFileSync(`${folder}/src/pool.ts`, 'utf8')).toContain('as it was')
  })

  it('is that of what would be applied: a change that is rejected has none', async () => {
    const { plan, app, id } = await arrange(false)
    await app.client.plans.reject({ plan_id: id, path: 'src/pool.ts' })
    expect((await app.client.plans.status({ plan_id: id })).risk).toEqual([])
    expect((await app.client.plans.risk({ plan_id: id })).risk).toEqual([])
    await app.client.review.undoReject({ plan_id: id })
    expect((await app.client.plans.risk({ plan_id: id })).risk).toEqual(plan.risk)
  })

  it('stands in the plan as soon as something is rejected', async () => {
    const { plan, app, id } = await arrange(false, [write('docs/pool.md', 'Pools.\n')])
    expect(plan.risk.find(({ kind }) => kind === 'breaking')?.level).toBe('high')
    await app.client.plans.reject({ plan_id: id, path: 'src/pool.ts' })
    const { risk } = await app.client.plans.status({ plan_id: id })
    expect(risk.map(({ kind, level }) => [kind, level])).toContainEqual(['breaking', 'low'])
  })

  it('is judged by the review actor where there is one, once for the same files', async () => {
    const { plan, app, id, server } = await arrange(true)
    expect(plan.risk.filter(({ source }) => source === 'judged')).toEqual([
      {
        kind: 'resources',
        level: 'high',
        reason: 'The pool grows fivefold.',
        evidence: ['src/pool.ts:1'],
        source: 'judged',
        actor: 'openai/gpt-5.4',
      },
    ])
    const asked = server.requests.length
    await app.client.plans.execute({ plan_id: id }).catch(() => undefined)
    await app.client.plans.risk({ plan_id: id })
    expect(server.requests.length).toBe(asked)
  })
})
