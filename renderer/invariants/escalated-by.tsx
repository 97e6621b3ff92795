import type { DecisionDetail } from '@shared/contract/decisions'
import { Banner } from '../ui'
import { scopeWords, sourceWords } from './words'

/** Which rule sent a decision to a person, whatever its confidence. */
export function EscalatedBy({ escalation }: { readonly escalation: DecisionDetail['escalation'] }) {
  if (!escalation) return null
  return (
    <Banner look="waiting">
      <p>
        The {scopeWords[escalation.scope]} invariant asks for you
        {escalation.would_proceed && ', though its confidence alone would have let it pass'}:
      </p>
      <p className="break-words whitespace-pre-wrap">{escalation.text}</p>
      <p className="text-sm text-muted">{sourceWords(escalation)}</p>
    </Banner>
  )
}
