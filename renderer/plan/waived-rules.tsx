import type { WaivedRuleView } from '@shared/contract/invariants'
import { Banner } from '../ui'

/** The rules that were set aside for a plan: who approves its apply sees them, with the reason. */
export function WaivedRules({ rules }: { readonly rules: readonly WaivedRuleView[] }) {
  if (rules.length === 0) return null
  return (
    <Banner look="warning">
      <ul aria-label="Waived invariants" className="flex flex-col gap-1">
        {rules.map(({ id, text, reason }) => (
          <li key={id}>
            Waived: <span className="font-medium">{text}</span>: {reason}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
