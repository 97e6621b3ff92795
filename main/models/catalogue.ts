import catalogue from '../../resources/models/catalogue.json'
import prices from '../../resources/models/prices.json'
import successors from '../../resources/models/successors.json'
import type { Price, Rates } from './domain/cost'
import type { ModelRef } from './domain/model-ref'
import { formatModelRef } from './domain/model-ref'
import { followSuccessor } from './domain/successor'
import type { ResolvedModel } from './domain/successor'

/** What is known of a model beside its price. */
export type ModelFacts = {
  /** Tokens of prompt and answer together. */
  readonly context: number
  readonly output: number
  /** Whether it accepts a temperature; newer ones refuse it. */
  readonly temperature: boolean
}

type Entry = Rates & { readonly longPrompt?: Rates & { readonly over: number } }

const priceTable: Readonly<Record<string, Entry | undefined>> = prices.models
const factTable: Readonly<Record<string, ModelFacts | undefined>> = catalogue.models

/** A dated release, `claude-haiku-4-5-20251001` or `gpt-5-2025-08-07`, is the model of its undated name. */
function lookUp<T>(table: Readonly<Record<string, T | undefined>>, ref: ModelRef): T | undefined {
  const name = formatModelRef(ref).toLowerCase()
  const undated = name.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '')
  return Object.hasOwn(table, name) ? table[name] : Object.hasOwn(table, undated) ? table[undated] : undefined
}

/** The price of a model, or undefined: an unknown model runs, at an unknown cost. */
export function priceOf(ref: ModelRef): Price | undefined {
  const entry = lookUp(priceTable, ref)
  return entry && { ...entry, version: prices.version }
}

/** What the catalogue knows of a model. */
export function factsOf(ref: ModelRef): ModelFacts | undefined {
  return lookUp(factTable, ref)
}

/** Points a retired model name to its successor as of a point in time. */
export function resolveModel(ref: ModelRef, nowMs: number): ResolvedModel {
  return followSuccessor(ref, successors.successors, new Date(nowMs).toISOString().slice(0, 10))
}

/** The models that the catalogue knows, `provider/model`, for pickers and completion. */
export function knownModels(): readonly string[] {
  return Object.keys(catalogue.models)
}
