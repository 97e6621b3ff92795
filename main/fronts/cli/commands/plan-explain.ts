import type { DecisionDetail } from '@shared/contract/decisions'
import { grouped } from '@shared/model/plural'
import type { Command } from '../command'
import { fields, lines, present, type Block } from '../output/block'
import { moment } from '../views/text'

function blocksOf(decision: DecisionDetail): Block[] {
  const alternatives = decision.alternatives.map((alternative, index) => {
    const note = alternative.chosen ? ' (chosen)' : alternative.proposed ? ' (proposed)' : ''
    return `${index + 1}. ${alternative.text}${note}`
  })
  return present(
    fields('Decision', [
      ['ID', decision.id],
      ['Type', decision.type],
      ['Question', decision.question],
      ['Chosen', decision.chosen === '' ? '(waiting for you)' : decision.chosen],
      ['Proposed', decision.proposed === decision.chosen ? null : decision.proposed],
      ['Confidence', decision.confidence === null ? null : decision.confidence.toFixed(2)],
      ['Threshold', decision.threshold === null ? null : String(decision.threshold)],
      ['Plan', decision.plan_id],
      ['Sequence', String(decision.sequence)],
      ['Attempt', decision.attempt > 1 ? String(decision.attempt) : null],
      ['Superseded By', decision.superseded_by],
      ['Answered By', decision.answered_by],
      ['Created', moment(decision.created)],
    ]),
    lines('Alternatives Considered', alternatives),
    decision.escalation &&
      fields('Escalation Reason', [
        ['Invariant', decision.escalation.invariant_id],
        ['Text', decision.escalation.text],
        ['Scope', `${decision.escalation.scope} (${decision.escalation.source})`],
        [
          'Effect',
          decision.escalation.would_proceed
            ? 'Its confidence would let it go on by itself; the invariant asks for a person whatever that is'
            : 'The invariant asks for a person whatever the confidence is',
        ],
      ]),
    fields('Impact', [
      [
        'Downstream Decisions', // Itself is no part of what hangs on it.
        String(Math.max(0, decision.impact.decisions - 1)),
      ],
      ['Files', String(decision.impact.files)],
      ['Artifacts Produced', String(decision.artifacts.length)],
      ['Correction Impact', decision.impact.level],
    ]),
    decision.rationale !== '' && lines('Rationale', decision.rationale.split('\n')),
    decision.context && {
      kind: 'table',
      title: `Context ${decision.context.hash.slice(0, 12)}`,
      columns: ['Kind', 'Name', 'Tokens'],
      rows: decision.context.entries.map((entry) => [entry.kind, entry.name, grouped(entry.tokens)]),
      empty: 'Nothing was in the prompt.',
    },
    decision.reasoning !== null && lines('Reasoning', decision.reasoning.split('\n')),
    decision.waiting &&
      lines('Next Steps', [
        `- agents plan approve ${decision.plan_id}`,
        `- agents plan approve ${decision.plan_id} --choose N`,
        `- agents plan prompt ${decision.plan_id} "…"`,
      ]),
  )
}

export const command: Command = {
  arguments: [{ name: 'decision', description: 'The id of a decision, or six characters or more of one' }],
  options: [
    { flags: '--show-context', description: 'Shows what was in the prompt' },
    { flags: '--show-reasoning', description: "Shows the model's own reasoning" },
  ],
  run: async ({ client, given }) => {
    const decision = await client.plans.explain({
      decision_id: given.id('decision'),
      show_context: given.flag('show-context'),
      show_reasoning: given.flag('show-reasoning'),
    })
    return { data: decision, blocks: () => blocksOf(decision), verdict: 'Decision explained' }
  },
}
