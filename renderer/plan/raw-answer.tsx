import { CodeBlock } from '../ui'

/** The answer of a model that was the error, as it came; nothing where no answer was. */
export function RawAnswer({ text }: { readonly text: string | null }) {
  if (!text) return null
  return (
    <details className="mt-1">
      <summary>What the model answered</summary>
      <CodeBlock label="What the model answered" text={text} wrap className="mt-1 max-h-60" />
    </details>
  )
}
