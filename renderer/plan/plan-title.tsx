import { splitTitle } from './split-title'

/**
 * A plan's title on one line: what tells it from others comes first. What its action does takes the rest of the line,
 * and where that is no room to read it in, it breaks into a line that is hidden.
 */
export function PlanTitle({ title }: { readonly title: string }) {
  const { head, tail, does } = splitTitle(title)
  return (
    <span title={title} className="flex h-5 min-w-0 flex-wrap overflow-hidden whitespace-pre">
      <span className="flex max-w-full min-w-0">
        <span className="overflow-hidden text-ellipsis whitespace-pre">{head}</span>
        {tail && <span className="cut-tail">{tail}</span>}
      </span>
      {does && (
        <span className="min-w-24 flex-1 basis-24 overflow-hidden font-normal text-ellipsis text-muted"> · {does}</span>
      )}
    </span>
  )
}
