import type { DecisionNode } from '@shared/contract/decisions'
import { CirclePause, Flag } from 'lucide-react'
import { cx, Words } from '../ui'
import { Confidence } from './confidence'
import { questionBehind, titleOf } from './decision-tree'
import { decisionKind } from './decision-words'

export function DecisionRow({ node }: { readonly node: DecisionNode }) {
  const { word, icon: Icon } = decisionKind(node.type)
  const title = titleOf(node)
  const question = questionBehind(node)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      <Icon size={14} aria-hidden className="shrink-0 text-muted" strokeWidth={1.75} />
      <span className="sr-only">{word}:</span>
      <span
        title={question ? `${question} ${title}` : title}
        className={cx(
          'min-w-0 truncate',
          node.superseded && 'text-muted line-through',
          node.type === 'prompt_definition' && 'font-medium',
          node.type === 'tool_invocation' && 'mono',
        )}
      >
        <Words text={title} />
      </span>
      <span className="min-w-0 flex-1 shrink-[4] truncate text-sm text-muted">
        <Words text={question} />
      </span>
      {node.waiting && (
        <span className="flex shrink-0 items-center gap-1 text-sm text-waiting">
          <CirclePause size={13} aria-hidden />
          Waits
        </span>
      )}
      {node.flagged && !node.waiting && (
        <span className="flex shrink-0 items-center gap-1 text-sm text-waiting">
          <Flag size={12} aria-hidden />
          Review
        </span>
      )}
      {node.superseded && <span className="shrink-0 text-sm text-muted">Superseded</span>}
      <Confidence value={node.confidence} threshold={node.threshold} />
    </span>
  )
}
