import type { ResourceView } from '@shared/contract/resources'
import { useQuery } from '@tanstack/react-query'
import { useAsk, useCore } from '../core/core'
import { QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, CodeBlock, Dialog, notify } from '../ui'

/** Shows what trusting would let run, and binds the trust to exactly that. */
export function TrustDialog(props: {
  readonly resource: Pick<ResourceView, 'name'>
  readonly open: boolean
  readonly onClose: () => void
}) {
  const { resource } = props
  const { client } = useCore()
  const query = useQuery({
    ...useAsk().resources.trustText.queryOptions({ input: { resource: resource.name } }),
    enabled: props.open,
    staleTime: 0,
  })
  const trust = useCommand((hash: string) => client.resources.trust({ resource: resource.name, hash }), {
    onDone: () => {
      props.onClose()
      notify.done(`${resource.name} is trusted`, { hint: 'If what it would run changes, you are asked again.' })
    },
  })
  const items = query.data?.items ?? []
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={`Trust ${resource.name}?`}
      description="Trusting lets what the repository itself brings along run on this machine. Read it first."
      size="lg"
      footer={
        <>
          <Button onClick={props.onClose}>Not now</Button>
          <Button
            variant="primary"
            busy={trust.busy}
            disabled={!query.data}
            onClick={() => query.data && trust.run(query.data.hash)}
          >
            Trust exactly this
          </Button>
        </>
      }
    >
      <QueryView query={query}>
        {() =>
          items.length === 0 ? (
            <p className="text-muted">It brings nothing that would run: no hooks and no devcontainer commands.</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {items.map((item) => (
                <li key={`${item.kind}:${item.path}`}>
                  <div className="mb-1 flex gap-2">
                    <span className="mono">{item.path}</span>
                    <span className="text-muted">{item.kind}</span>
                  </div>
                  <CodeBlock label={item.path} text={item.text} wrap className="max-h-60" />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Dialog>
  )
}
