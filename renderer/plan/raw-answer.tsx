import { CodeBlock } from '../ui'

/** The answer that was the error, as it came; nothing where no answer was. Without a model it is what a built-in actor said. */
export function RawAnswer(props: { readonly text: string | null; readonly byModel: boolean }) {
  if (!props.text) return null
  const label = props.byModel ? 'What the model answered' : 'What the actor said'
  return (
    <details className="mt-1">
      <summary>{label}</summary>
      <CodeBlock label={label} text={props.text} wrap className="mt-1 max-h-60" />
    </details>
  )
}
