import * as z from 'zod'
import type { ToolSpec } from '../../models'
import { choices, type Decision } from '../../decisions'
import type { WorkPhase } from './session'

const text = { type: 'string' }

/** The tools that steer a phase; descriptions are short because every request carries them. */
const recordDecision: ToolSpec = {
  name: 'record_decision',
  description: 'Record a choice before acting on it.',
  inputSchema: {
    type: 'object',
    required: ['question', 'chosen', 'alternatives', 'confidence', 'rationale'],
    properties: {
      question: text,
      chosen: text,
      alternatives: { type: 'array', items: text },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      rationale: text,
      influenced_by: { type: 'array', items: text },
      paths: { type: 'array', items: text },
    },
  },
}

const finish = (name: string): ToolSpec => ({
  name,
  description: 'End this phase.',
  inputSchema: { type: 'object', properties: { summary: text } },
})

export const finishName: Readonly<Record<WorkPhase, string>> = {
  strategize: 'finish_strategy',
  execute: 'finish_execution',
}

export function controlTools(phase: WorkPhase): readonly ToolSpec[] {
  return [recordDecision, finish(finishName[phase])]
}

const decisionArguments = z.object({
  question: z.string().min(1).max(4000),
  chosen: z.string().min(1).max(8000),
  alternatives: z.array(z.string().min(1).max(8000)).max(20).default([]),
  confidence: z.number().min(0).max(1),
  rationale: z.string().max(20_000).default(''),
  influenced_by: z.array(z.string()).max(50).optional(),
  paths: z.array(z.string().max(1000)).max(100).optional(),
})
export type DecisionArguments = z.infer<typeof decisionArguments>

/** What a model gave for `record_decision`, or a sentence that tells it what is wrong. */
export function readDecisionArguments(given: unknown): DecisionArguments | { readonly fault: string } {
  const parsed = decisionArguments.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`)
  return { fault: `record_decision was not recorded. ${faults.join('; ')}` }
}

export function readSummary(given: unknown): string {
  const parsed = z.object({ summary: z.string() }).safeParse(given)
  return parsed.success ? parsed.data.summary : ''
}

/** What a model is told of a decision once it is answered. */
export function answerText(decision: Decision): string {
  if (decision.answeredBy !== 'person') return `${decision.id} recorded`
  const number = choices(decision).indexOf(decision.chosen) + 1
  const verdict =
    decision.chosen === decision.proposed
      ? 'A person accepted it.'
      : `A person chose instead (${number}): ${decision.chosen}`
  return `${decision.id} recorded. ${verdict}`
}

/** What a model is told where a person answered with guidance instead of a choice. */
export function supersededText(decision: Decision): string {
  return `${decision.id} was not accepted. Follow the guidance that comes next and record the decision anew.`
}
