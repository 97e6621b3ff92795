import { isNameProblem, parseName, reservedNamespaceProblem } from '@shared/model/name'
import { nearest } from '@shared/model/nearest'
import {
  guardedTools,
  noSafety,
  type Profile,
  type Safety,
  thresholdMeanings,
  type ThresholdName,
  thresholdNames,
} from '@shared/model/profile'
import type { Diagnostic, SourceNode, Span } from '@shared/model/source-tree'

type Report = (message: string, span: Span, path: string, suggestion?: string | null) => void

export type ReadProfile = { readonly profile: Profile | undefined; readonly diagnostics: readonly Diagnostic[] }

/** Every key of `safety`, with what it is called here. */
const safetyKeys = {
  max_cost_per_plan: 'maxCostPerPlan',
  max_total_cost: 'maxTotalCost',
  max_calls_per_step: 'maxCallsPerStep',
  max_retries_per_step: 'maxRetriesPerStep',
  allow_tools: 'allowTools',
  deny_tools: 'denyTools',
  approve_writes: 'approveWrites',
  allow_unknown_cost: 'allowUnknownCost',
  never_wait: 'neverWait',
} as const satisfies Readonly<Record<string, keyof Safety>>

const switches = ['require_sandbox', 'require_checkpoints', 'allow_unsafe_tools'] as const
const topKeys = ['name', 'description', ...thresholdNames, ...switches, 'safety'] as const

function said(node: SourceNode): string {
  if (node.kind === 'map') return 'a mapping'
  if (node.kind === 'list') return 'a list'
  if (node.value === null) return 'empty'
  return typeof node.value === 'string' ? `"${node.text}"` : node.text
}

/** The values of one mapping; unknown keys are told, with the nearest that is known. */
function readKeys(node: SourceNode, path: string, known: readonly string[], report: Report) {
  if (node.kind !== 'map') {
    report(`${path === '' ? 'A profile' : path} takes a mapping of keys, but this is ${said(node)}.`, node.span, path)
    return null
  }
  const found = new Map<string, SourceNode>()
  for (const entry of node.entries) {
    const where = path === '' ? entry.key : `${path}.${entry.key}`
    if (known.includes(entry.key)) {
      found.set(entry.key, entry.value)
      continue
    }
    const near = nearest(entry.key, known)[0] ?? null
    const hint = near === null ? `Known are ${known.join(', ')}.` : `Did you mean "${near}"?`
    report(`Unknown key "${entry.key}". ${hint}`, entry.keySpan, where, near)
  }
  return found
}

type Found = NonNullable<ReturnType<typeof readKeys>>

function readThresholds(found: Found, start: Span, report: Report): Profile['thresholds'] {
  const read = (name: ThresholdName): number => {
    const node = found.get(name)
    if (!node) {
      report(`The key "${name}" is missing; it gates ${thresholdMeanings[name]}.`, start, name, `${name}: 1.0`)
      return 1
    }
    const value = node.kind === 'scalar' ? node.value : null
    if (typeof value === 'number' && value >= 0 && value <= 1) return value
    report(`${name} takes a number from 0 (always alone) to 1 (always asks), not ${said(node)}.`, node.span, name)
    return 1
  }
  return Object.fromEntries(thresholdNames.map((name) => [name, read(name)])) as Profile['thresholds']
}

function readFlag(found: Found, key: string, path: string, otherwise: boolean, report: Report): boolean {
  const node = found.get(key)
  if (!node) return otherwise
  if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value
  const near = node.kind === 'scalar' && /^(yes|on)$/i.test(node.text) ? 'true' : null
  report(`${path}${key} takes true or false, not ${said(node)}.`, node.span, `${path}${key}`, near)
  return otherwise
}

const most = 1_000_000_000
const mostShown = most.toLocaleString('en-US')

function readNumber(found: Found, key: string, what: 'dollars' | 'whole', least: number, report: Report) {
  const node = found.get(key)
  if (!node) return null
  const value = node.kind === 'scalar' ? node.value : null
  const fits = typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most
  if (fits && (what === 'dollars' || Number.isInteger(value))) return value
  const wanted =
    what === 'dollars'
      ? `an amount in dollars, 0 or more (at most ${mostShown})`
      : `a whole number, ${least} or more (at most ${mostShown})`
  report(`safety.${key} takes ${wanted}, not ${said(node)}.`, node.span, `safety.${key}`)
  return null
}

function readTools(found: Found, key: string, report: Report): readonly string[] | null {
  const node = found.get(key)
  if (!node) return null
  if (node.kind !== 'list') {
    report(`safety.${key} takes a list of tools, but this is ${said(node)}.`, node.span, `safety.${key}`, '[]')
    return null
  }
  return node.items.flatMap((item, index) => {
    const text = item.kind === 'scalar' ? item.text : ''
    if ((guardedTools as readonly string[]).includes(text)) return [text]
    const near = nearest(text, guardedTools)[0] ?? null
    const hint = near === null ? `There are ${guardedTools.join(', ')}.` : `Did you mean "${near}"?`
    report(`There is no tool ${said(item)}. ${hint}`, item.span, `safety.${key}[${index}]`, near)
    return []
  })
}

function readSafety(node: SourceNode | undefined, report: Report): Safety {
  const found = node && readKeys(node, 'safety', Object.keys(safetyKeys), report)
  if (!found) return noSafety
  return {
    maxCostPerPlan: readNumber(found, 'max_cost_per_plan', 'dollars', 0, report),
    maxTotalCost: readNumber(found, 'max_total_cost', 'dollars', 0, report),
    maxCallsPerStep: readNumber(found, 'max_calls_per_step', 'whole', 1, report),
    maxRetriesPerStep: readNumber(found, 'max_retries_per_step', 'whole', 0, report),
    allowTools: readTools(found, 'allow_tools', report),
    denyTools: readTools(found, 'deny_tools', report) ?? [],
    approveWrites: readFlag(found, 'approve_writes', 'safety.', false, report),
    allowUnknownCost: readFlag(found, 'allow_unknown_cost', 'safety.', false, report),
    neverWait: readFlag(found, 'never_wait', 'safety.', false, report),
  }
}

function readName(found: Found, start: Span, providers: readonly string[] | null, report: Report): string {
  const node = found.get('name')
  const text = node?.kind === 'scalar' ? node.text : ''
  if (!node) report('The key "name" is missing; a bare name lives in local.', start, 'name', 'name: ')
  if (!node || providers === null) return text
  const parsed = parseName(text)
  const problem = isNameProblem(parsed) ? parsed : reservedNamespaceProblem(parsed.namespace, providers)
  if (problem) report(`${problem.problem} ${problem.hint}`, node.span, 'name')
  return isNameProblem(parsed) ? text : parsed.full
}

/**
 * Reads an automation profile from the tree of its text: everything that is wrong with its place, or the profile. Of one
 * that comes with the application (`providers` null) the name is taken as it stands.
 */
export function readProfile(root: SourceNode | undefined, providers: readonly string[] | null): ReadProfile {
  const diagnostics: Diagnostic[] = []
  const report: Report = (message, span, path, suggestion = null) =>
    void diagnostics.push({ severity: 'error', message, span, path, suggestion })
  const start = root ? { ...root.span, endLine: root.span.line, endColumn: root.span.column } : firstPlace
  if (!root) report('The text is empty; a profile needs a name and its thresholds.', start, '', 'name: ')
  const found = root && readKeys(root, '', topKeys, report)
  if (!found) return { profile: undefined, diagnostics }
  const description = found.get('description')
  if (description && (description.kind !== 'scalar' || typeof description.value !== 'string'))
    report(`description takes text, not ${said(description)}.`, description.span, 'description')
  const profile: Profile = {
    name: readName(found, start, providers, report),
    description: description?.kind === 'scalar' ? description.text.trim() : '',
    thresholds: readThresholds(found, start, report),
    requireSandbox: readFlag(found, 'require_sandbox', '', true, report),
    requireCheckpoints: readFlag(found, 'require_checkpoints', '', true, report),
    allowUnsafeTools: readFlag(found, 'allow_unsafe_tools', '', false, report),
    safety: readSafety(found.get('safety'), report),
  }
  // A key that is only mistyped is not missing as well.
  const meant = new Set(diagnostics.map(({ suggestion }) => suggestion))
  const told = diagnostics.filter(({ message, path }) => !(message.startsWith('The key ') && meant.has(path)))
  const ordered = told.toSorted((a, b) => a.span.line - b.span.line || a.span.column - b.span.column)
  return { profile: ordered.length > 0 ? undefined : profile, diagnostics: ordered }
}

const firstPlace: Span = { line: 1, column: 1, endLine: 1, endColumn: 1 }
