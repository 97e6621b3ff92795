import { splitTitle } from './split-title'

/** A plan's title on one line: what tells it from others stays the longest, what its action does gives way first. */
export function PlanTitle({ title }: { readonly title: string }) {
  const { head, tail, does } = splitTitle(title)
  return (
    <span title={title} className="flex min-w-0 items-baseline whitespace-pre">
      <span className="truncate">{head}</span>
      {tail && <span className="shrink-0">{tail}</span>}
      {does && (
        <span className="min-w-0 shrink-[8] overflow-hidden font-normal text-ellipsis text-muted"> · {does}</span>
      )}
    </span>
  )
}
