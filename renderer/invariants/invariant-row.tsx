import type { InvariantView } from '@shared/contract/invariants'
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
  Scale,
  ShieldCheck,
  ShieldOff,
  ShieldQuestionMark,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Chip, cx } from '../ui'
import { checkWords, judgeSentence, sourceWords } from './words'

type Look = { readonly icon: LucideIcon; readonly look: string; readonly word: string }

const verdictLooks: Readonly<Record<NonNullable<InvariantView['verdict']>, Look>> = {
  holds: { icon: CircleCheck, look: 'text-done', word: 'holds' },
  violated: { icon: CircleAlert, look: 'text-failed', word: 'violated' },
  waived: { icon: ShieldOff, look: 'text-muted', word: 'waived' },
}

function lookOf(rule: InvariantView, judged: boolean, byModel: boolean | undefined): Look {
  if (rule.verdict) return verdictLooks[rule.verdict]
  const sentence = judgeSentence(rule, byModel)
  if (sentence !== null && !byModel) return { icon: ShieldQuestionMark, look: 'text-waiting', word: '' }
  if (sentence !== null) return { icon: Scale, look: 'text-muted', word: judged ? 'not checked yet' : '' }
  return judged
    ? { icon: CircleDashed, look: 'text-muted', word: 'not checked yet' }
    : { icon: ShieldCheck, look: 'text-muted', word: '' }
}

const tones = { holds: 'done', violated: 'failed', waived: 'plain' } as const

/** One rule: its whole text, where it holds and from where, what is checked of it, and how it was judged. */
export function InvariantRow(props: {
  readonly invariant: InvariantView
  /** Of a plan's rule: when it gets a verdict where it has none; null where nobody looks. */
  readonly nextLook?: string | null
  /** Whether a model judges what rules say in words; undefined where no plan tells. */
  readonly byModel?: boolean | undefined
  /** Why it gave way; it is then shown as not in force. */
  readonly overridden?: string
  readonly actions?: ReactNode
}) {
  const { invariant } = props
  const { icon: Icon, look, word } = lookOf(invariant, props.nextLook !== undefined, props.byModel)
  const next = invariant.verdict === null ? props.nextLook : null
  const judge = props.overridden === undefined && !next ? judgeSentence(invariant, props.byModel) : null
  return (
    <li className="flex items-start gap-2.5 border-b border-line px-3 py-2 last:border-b-0">
      <Icon size={15} aria-hidden className={cx('mt-[2.5px] shrink-0', look)} strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className={cx('break-words whitespace-pre-wrap', props.overridden && 'text-muted')}>{invariant.text}</p>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-muted">
          {word && <Chip tone={invariant.verdict ? tones[invariant.verdict] : 'plain'}>{word}</Chip>}
          {props.overridden && <Chip>overridden</Chip>}
          {invariant.added_later && <Chip>added after this plan was made</Chip>}
          {invariant.non_overridable && <Chip>cannot be set aside</Chip>}
          <span className="min-w-0 break-words">{sourceWords(invariant)}</span>
        </div>
        {checkWords(invariant).map((sentence) => (
          <p key={sentence} className="text-sm break-words text-muted">
            {sentence}
          </p>
        ))}
        {next && <p className="text-sm text-muted first-letter:uppercase">{next}</p>}
        {judge && (
          <p className={cx('text-sm first-letter:uppercase', props.byModel ? 'text-muted' : 'text-waiting')}>{judge}</p>
        )}
        {props.overridden && <p className="text-sm break-words text-muted">Gave way: {props.overridden}</p>}
        {invariant.evidence && (
          <p
            className={cx(
              'text-sm break-words first-letter:uppercase',
              invariant.verdict === 'violated' ? 'text-failed' : 'text-muted',
            )}
          >
            {invariant.evidence}
          </p>
        )}
        {invariant.verdict === 'waived' && invariant.waived_reason !== null && (
          <p className="text-sm break-words text-muted">Waived for this plan: {invariant.waived_reason}</p>
        )}
      </div>
      {props.actions && <div className="shrink-0">{props.actions}</div>}
    </li>
  )
}
