import type { DecisionNode } from '@shared/contract/decisions'
import { useState } from 'react'
import { useShortcuts } from '../core/use-shortcuts'
import { Check } from 'lucide-react'
import { Button, type Choice, cx, RadioList, Words } from '../ui'

/** The answers to choose between; the number is what the core calls an alternative, from 1, and 0 the proposal alone. */
export function answersOf(
  node: Pick<DecisionNode, 'alternatives' | 'proposed'>,
): readonly { readonly choose: number; readonly text: string; readonly proposed: boolean; readonly chosen: boolean }[] {
  const listed = node.alternatives.map((alternative, index) => ({ choose: index + 1, ...alternative }))
  if (listed.some((answer) => answer.proposed) || node.proposed === '') return listed
  return [{ choose: 0, text: node.proposed, proposed: true, chosen: false }, ...listed]
}

/** The answer that is picked before a person has looked: none where it would allow a call that the profile holds. */
export function firstPicked(node: Pick<DecisionNode, 'type' | 'alternatives' | 'proposed'>): string | null {
  if (node.type === 'tool_invocation') return null
  const answers = answersOf(node)
  return String((answers.find((answer) => answer.proposed) ?? answers[0])?.choose ?? 0)
}

export type Answer = { readonly decision: string; readonly choose?: number }

/** A waiting decision's answers, of which the one that is picked is given; no key and no button gives another. */
export function DecisionAnswer(props: {
  readonly node: DecisionNode
  readonly busy: boolean
  readonly onAnswer: (answer: Answer) => void
  readonly onGuide?: () => void
}) {
  const { node, onAnswer } = props
  const answers = answersOf(node)
  const proposal = answers.find((answer) => answer.proposed)
  // A call that a guard holds is allowed or not; nothing about it was proposed.
  const isCall = node.type === 'tool_invocation'
  const [picked, setPicked] = useState(firstPicked(node))
  const isProposal = picked === String(proposal?.choose ?? 0)
  const closed = props.busy || picked === null
  const answer = () =>
    onAnswer(isProposal || picked === '0' ? { decision: node.id } : { decision: node.id, choose: Number(picked) })
  useShortcuts({
    a: closed ? undefined : answer,
    c: () => {
      const next = answers[(answers.findIndex((one) => String(one.choose) === picked) + 1) % answers.length]
      if (next) setPicked(String(next.choose))
    },
    enter: (isProposal && !isCall) || closed ? undefined : answer,
    e: props.onGuide,
  })
  return (
    <div className="flex flex-col gap-3">
      <RadioList
        label="Answer"
        value={picked}
        onChange={setPicked}
        disabled={props.busy}
        choices={answers.map((one): Choice => ({
          value: String(one.choose),
          label: <Words text={one.text} />,
          note: one.proposed && !isCall ? 'Proposed' : undefined,
        }))}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={props.busy} disabled={picked === null} onClick={answer} shortcut="a">
          {isCall ? 'Answer' : isProposal ? 'Approve proposal' : 'Choose this'}
        </Button>
        {props.onGuide && (
          <Button onClick={props.onGuide} shortcut="e">
            {isCall ? 'Refuse with guidance…' : 'Guide'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The answers of a decision that is settled or only flagged; where it can be corrected, each other one can be chosen. */
export function SettledAnswers(props: {
  readonly node: DecisionNode
  readonly onChoose: ((answer: { readonly number: number; readonly text: string }) => void) | null
}) {
  const { node, onChoose } = props
  const answers = answersOf(node)
  if (answers.length === 0) return null
  return (
    <ul aria-label="Answers" className="overflow-hidden rounded-md border border-line">
      {answers.map((answer) => {
        const taken = answer.chosen || (node.chosen !== '' && node.chosen === answer.text)
        return (
          <li
            key={answer.choose}
            className="flex min-h-10 items-center gap-2.5 border-b border-line px-3 py-1 last:border-b-0"
          >
            {/* No circles here, which would look like something to click. */}
            <Check size={14} aria-hidden className={cx('shrink-0 text-done', !taken && 'invisible')} />
            <span className={`min-w-0 flex-1 break-words ${taken ? 'font-medium' : 'text-muted'}`}>
              <Words text={answer.text} />
            </span>
            <span className="shrink-0 text-sm text-muted">
              {[taken && 'Chosen', answer.proposed && 'Proposed'].filter(Boolean).join(' · ')}
            </span>
            {onChoose && !taken && answer.choose > 0 && (
              <Button
                aria-label={`Choose ${answer.text}`}
                onClick={() => onChoose({ number: answer.choose, text: answer.text })}
              >
                Choose
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
