import * as z from 'zod'
import { expect, it } from 'vitest'
import { inputFaults } from './input-faults'

const schema = z
  .strictObject({
    plan_id: z.string().min(6).max(10),
    text: z.string().min(1),
    list: z.array(z.string()).min(1),
    limit: z.number().int().max(5),
    mode: z.enum(['merge', 'squash']),
    args: z.record(z.string(), z.union([z.string(), z.number()])),
    link: z.url(),
  })
  .refine(() => false, { message: 'waive and reason are given together' })

const good = { plan_id: 'ABCDEF', text: 'x', list: ['a'], limit: 1, mode: 'merge', args: {}, link: 'http://a/' }
const faults = (over: object) => inputFaults(schema.safeParse({ ...good, ...over }).error?.issues ?? [])

it.each<[object, string]>([
  [{ plan_id: 'x'.repeat(11) }, '"plan id" is too long: it takes at most 10 characters'],
  [{ plan_id: 'x' }, '"plan id" is too short: it takes at least 6 characters'],
  [{ text: '' }, '"text" is empty'],
  [{ text: undefined }, '"text" is missing'],
  [{ text: 7 }, '"text" must be text'],
  [{ list: [] }, '"list" takes at least 1 entry'],
  [{ limit: 1.5 }, '"limit" must be a whole number'],
  [{ limit: 9000 }, '"limit" must be at most 5'],
  [{ mode: 'rebase' }, '"mode" must be one of merge, squash'],
  [{ args: { a: null } }, '"args.a" is not of the form that it takes'],
  [{ link: 'x' }, '"link" is not of the form that it takes'],
  [{ more: 1 }, 'there is no field more'],
  [{}, 'waive and reason are given together'],
])('tells what is wrong with %j', (over, told) => {
  expect(faults(over)[0]).toBe(told)
})
