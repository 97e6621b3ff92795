import type { ReviewCommentView } from '@shared/contract/review'
import { MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, Chip, IconButton, TextArea, Time } from '../ui'

/** Asks for the text of a comment. */
export function CommentForm(props: {
  readonly label: string
  readonly text?: string
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}) {
  const [text, setText] = useState(props.text ?? '')
  const save = () => text.trim() !== '' && props.onSave(text.trim())
  return (
    <div className="flex max-w-2xl flex-col gap-2">
      <TextArea
        autoFocus
        spellCheck
        aria-label={props.label}
        value={text}
        placeholder="What should be different here?"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') props.onCancel()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      <div className="flex gap-2">
        <Button variant="primary" disabled={text.trim() === ''} onClick={save} shortcut="mod+enter">
          {props.text === undefined ? 'Add comment' : 'Save'}
        </Button>
        <Button onClick={props.onCancel}>Not now</Button>
      </div>
    </div>
  )
}

export type CommentActions = {
  readonly onChange: (id: string, text: string | null) => void
}

function OneComment({ comment, onChange }: CommentActions & { readonly comment: ReviewCommentView }) {
  const [editing, setEditing] = useState(false)
  const place = `Comment on line ${comment.line}`
  if (editing)
    return (
      <CommentForm
        label={place}
        text={comment.text}
        onCancel={() => setEditing(false)}
        onSave={(text) => {
          setEditing(false)
          onChange(comment.id, text)
        }}
      />
    )
  return (
    <article aria-label={place} className="flex max-w-2xl items-start gap-2">
      <MessageSquare size={13} aria-hidden className="mt-[3px] shrink-0 text-muted" />
      <span className="shrink-0 text-muted tabular">
        {comment.side === 'old' ? 'old ' : ''}
        {comment.line}
      </span>
      <p className="min-w-0 flex-1 break-words whitespace-pre-wrap">{comment.text}</p>
      {comment.sent === null ? (
        <>
          <Chip tone="waiting">not sent</Chip>
          <span className="-my-1 flex">
            <IconButton icon={Pencil} label="Change comment" onClick={() => setEditing(true)} />
            <IconButton icon={Trash2} label="Remove comment" onClick={() => onChange(comment.id, null)} />
          </span>
        </>
      ) : (
        <span className="flex shrink-0 items-center gap-1.5 text-sm text-muted">
          <Chip>sent</Chip> <Time at={comment.sent} />
        </span>
      )}
    </article>
  )
}

/** What was said at a line, and a form where one is open. */
export function CommentThread(
  props: CommentActions & {
    readonly comments: readonly ReviewCommentView[]
    readonly form: {
      readonly label: string
      readonly onSave: (text: string) => void
      readonly onCancel: () => void
    } | null
  },
) {
  return (
    <div className="flex flex-col gap-2.5 border-y border-line bg-panel py-2.5 pr-3 pl-12 font-sans text-[13px] leading-5">
      {props.comments.map((comment) => (
        <OneComment key={comment.id} comment={comment} onChange={props.onChange} />
      ))}
      {props.form && <CommentForm {...props.form} />}
    </div>
  )
}
