import type { ValidationResultView } from '@shared/contract/validations'
import { useState } from 'react'
import { plural } from '../format/format'
import { Button, CodeBlock } from '../ui'
import { headAndTail } from './words'

/** What a run wrote: its beginning and its end, the rest on demand. */
export function ValidationOutput({ result }: { readonly result: Pick<ValidationResultView, 'name' | 'output'> }) {
  const [whole, setWhole] = useState(false)
  if (result.output === '') return <p className="text-muted">It wrote nothing.</p>
  const { head, between, tail } = headAndTail(result.output)
  if (whole || between === 0)
    return <CodeBlock label={`Output of ${result.name}`} text={result.output} wrap className="max-h-[50vh]" />
  return (
    <div className="flex flex-col gap-1.5">
      <CodeBlock label={`Output of ${result.name}, its beginning`} text={head} wrap className="max-h-64" />
      <div>
        <Button variant="ghost" onClick={() => setWhole(true)}>
          Show {plural(between, 'line')} between
        </Button>
      </div>
      <CodeBlock label={`Output of ${result.name}, its end`} text={tail} wrap className="max-h-64" />
    </div>
  )
}
