import type { ReactNode } from 'react'
import { proseBlocks } from './prose-blocks'

/** A sentence with what stands between backquotes as code. */
export function Words({ text }: { readonly text: string }): ReactNode {
  return text.split(/(`[^`\n]+`)/).map((part, at) =>
    part.length > 2 && part.startsWith('`') && part.endsWith('`') ? (
      // oxlint-disable-next-line react/no-array-index-key -- a part is its place in the text
      <code key={at}>{part.slice(1, -1)}</code>
    ) : (
      part
    ),
  )
}

/** A text as people write it in YAML: its points as a list, its code as code. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <div className="flex flex-col gap-2 break-words">
      {proseBlocks(text).map((block, at) =>
        block.kind === 'list' ? (
          // oxlint-disable-next-line react/no-array-index-key -- a block is its place in the text
          <ul key={at} className="flex list-disc flex-col gap-1 pl-4 marker:text-faint">
            {block.points.map((one, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <li key={index}>
                <Words text={one} />
              </li>
            ))}
          </ul>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <p key={at} className="whitespace-pre-wrap">
            <Words text={block.text} />
          </p>
        ),
      )}
    </div>
  )
}
