import { MiddleTruncate } from '../ui'

/** A plan's title on one line: what tells it from others stays the longest, what its action does gives way first. */
export function PlanTitle({ title }: { readonly title: string }) {
  const at = title.lastIndexOf(' · ')
  const about = at > 0 ? title.slice(0, at) : title
  return (
    <span title={title} className="flex min-w-0 items-baseline">
      <MiddleTruncate text={about} />
      {at > 0 && (
        <span className="min-w-0 shrink-[8] truncate font-normal text-muted">&nbsp;{title.slice(at + 1)}</span>
      )}
    </span>
  )
}
