import type { ProviderView } from '@shared/contract/actors'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plug, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { ProblemState, QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { desktop } from '../desktop'
import { formatDuration, plural } from '../format/format'
import { Button, Chip, EmptyState, IconButton, notify, StatusMark } from '../ui'
import { AddProviderDialog } from './add-provider-dialog'
import { KeyDialog } from './key-dialog'

const keyWords: Readonly<Record<ProviderView['key'], string>> = {
  environment: 'key from the environment',
  stored: 'key stored',
  memory: 'key kept until the application ends',
  'not needed': 'no key needed',
  missing: 'no key',
}

type Tested = {
  readonly ok: boolean
  readonly models: readonly string[]
  readonly latency_ms: number
  readonly error: string | null
}

function TestResult({ result }: { readonly result: Tested }) {
  if (!result.ok) return <p className="text-failed">{result.error ?? 'It did not answer.'}</p>
  return (
    <div className="flex flex-col gap-1">
      <StatusMark
        tone="done"
        word={`Answers in ${formatDuration(result.latency_ms)} with ${plural(result.models.length, 'model')}`}
      />
      {result.models.length > 0 && (
        <ul
          aria-label="Models"
          className="mono max-h-40 columns-2 overflow-y-auto rounded-md bg-panel px-3 py-2 max-[640px]:columns-1"
        >
          {result.models.map((model) => (
            <li key={model} className="truncate" title={model}>
              {model}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Provider({ provider }: { readonly provider: ProviderView }) {
  const { client } = useCore()
  const [entering, setEntering] = useState(false)
  const [result, setResult] = useState<Tested | null>(null)
  const test = useCommand(() => client.providers.test({ name: provider.name }), {
    onDone: setResult,
    onProblem: () => setResult(null),
  })
  const remove = useCommand(() => client.providers.remove({ name: provider.name }), {
    onDone: () => notify.done(`${provider.name} is removed`),
  })
  return (
    <li className="flex flex-col gap-2 border-b border-line px-3 py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{provider.name}</span>
        {provider.kind !== provider.name && <Chip>{provider.kind}</Chip>}
        <Chip tone={provider.key === 'missing' ? 'waiting' : 'plain'}>{keyWords[provider.key]}</Chip>
        <span className="mono min-w-0 flex-1 truncate text-muted">{provider.base_url}</span>
        {desktop() && provider.key !== 'not needed' && (
          <Button icon={KeyRound} onClick={() => setEntering(true)}>
            {provider.key === 'missing' ? 'Enter key…' : 'Change key…'}
          </Button>
        )}
        <Button icon={Plug} busy={test.busy} onClick={() => test.run()}>
          Test
        </Button>
        {!provider.builtin && (
          <IconButton icon={Trash2} label={`Remove ${provider.name}`} onClick={() => remove.run()} />
        )}
      </div>
      {provider.key === 'missing' && !desktop() && (
        <p className="text-muted">
          Set <code className="text-ink">{provider.api_key_env ?? 'its key variable'}</code> in the environment of the
          core.
        </p>
      )}
      {test.problem && <ProblemState problem={test.problem} />}
      {result && !test.problem && <TestResult result={result} />}
      <KeyDialog provider={provider} open={entering} onClose={() => setEntering(false)} />
    </li>
  )
}

export function ProvidersPart() {
  const [adding, setAdding] = useState(false)
  const query = useQuery(useAsk().providers.list.queryOptions())
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-64 text-muted">
          Where models come from. Any server that speaks the OpenAI protocol works, also a local one without a key. Keys
          are never shown again.
        </p>
        <Button icon={Plus} onClick={() => setAdding(true)}>
          Add provider
        </Button>
      </div>
      <QueryView query={query}>
        {({ providers }) =>
          providers.length === 0 ? (
            <EmptyState icon={Plug} title="No providers">
              The built-in actors work without one.
            </EmptyState>
          ) : (
            <ul className="overflow-hidden rounded-md border border-line">
              {providers.map((provider) => (
                <Provider key={provider.name} provider={provider} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <AddProviderDialog open={adding} onClose={() => setAdding(false)} />
    </>
  )
}
