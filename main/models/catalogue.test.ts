import { describe, expect, it } from 'vitest'
import catalogue from '../../resources/models/catalogue.json'
import prices from '../../resources/models/prices.json'
import successors from '../../resources/models/successors.json'
import { factsOf, priceOf } from './catalogue'
import { parseModelRef } from './domain/model-ref'
import type { Rates } from './domain/cost'

type Entry = Rates & { readonly longPrompt?: Rates & { readonly over: number } }

const priced: [string, Entry][] = Object.entries(prices.models)
const known = Object.entries(catalogue.models)
const isDate = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** What a price list may look like, as far as it can be told without one: a slip of a digit breaks it. */
function faultsOf({ input, output, cacheWrite, cacheRead }: Rates): readonly string[] {
  const ratio = (rate: number) => rate / input
  const sane: readonly [string, boolean][] = [
    ['whole micro-dollars', [input, output, cacheWrite, cacheRead].every((rate) => Number.isInteger(rate) && rate > 0)],
    ['between a hundredth of a dollar and a hundred', input >= 10_000 && output <= 100_000_000],
    ['an answer of 3 to 10 times its prompt', ratio(output) >= 3 && ratio(output) <= 10],
    ['a cache written for its prompt, or a quarter more', [1, 1.25].includes(ratio(cacheWrite))],
    ['a cache read for 2.5 to 50 % of its prompt', ratio(cacheRead) >= 0.025 && ratio(cacheRead) <= 0.5],
  ]
  return sane.filter(([, holds]) => !holds).map(([what]) => what)
}

describe('the price table', () => {
  it('says when and from where it was taken, for each provider in it', () => {
    expect(prices.version).toMatch(isDate)
    const providers = new Set(priced.map(([name]) => name.split('/')[0]!))
    expect(Object.keys(prices.sources).sort()).toEqual([...providers].sort())
    for (const source of Object.values(prices.sources)) expect(source).toMatch(/^https:\/\//)
  })

  it.each(priced)('has sane rates for %s', (name, entry) => {
    expect(faultsOf(entry)).toEqual([])
    const { longPrompt } = entry
    if (!longPrompt) return
    const { over, ...rates } = longPrompt
    expect(over).toBeLessThan(factsOf(parseModelRef(name)!)?.context ?? 0)
    expect(rates.input).toBeGreaterThan(entry.input)
    expect(rates.output).toBeGreaterThan(entry.output)
  })

  it('knows every model of the catalogue, and none besides', () => {
    expect(priced.map(([name]) => name).sort()).toEqual(known.map(([name]) => name).sort())
  })
})

describe('the catalogue', () => {
  it.each(known)('has sane facts of %s', (name, facts) => {
    expect(name).toMatch(/^(anthropic|openai)\/[a-z0-9][a-z0-9.-]*$/)
    expect(facts.output).toBeGreaterThanOrEqual(4096)
    expect(facts.context).toBeGreaterThan(facts.output)
    expect(facts.context).toBeLessThanOrEqual(2_000_000)
  })
})

describe('successors', () => {
  it('are models that the catalogue knows, of the same provider, and that have none themselves', () => {
    const replaced = successors.successors.map(({ from }) => from)
    expect(new Set(replaced).size).toBe(replaced.length)
    for (const { from, to, ...more } of successors.successors) {
      expect(priceOf(parseModelRef(to)!), to).toBeDefined()
      expect(to.split('/')[0]).toBe(from.split('/')[0])
      expect(replaced).not.toContain(to)
      if ('retired' in more) expect(more.retired).toMatch(isDate)
    }
  })
})
