import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { formatBytes } from '../format/format'
import { EmptyState, MiddleTruncate, VirtualList } from '../ui'

export function FilePreview(props: { readonly resource: string; readonly path: string }) {
  const query = useQuery({
    ...useAsk().resources.file.queryOptions({ input: { resource: props.resource, path: props.path } }),
    staleTime: 0,
  })
  return (
    <section aria-label={props.path} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-row shrink-0 items-center gap-2 border-b border-line px-3">
        <MiddleTruncate text={props.path} mono />
        <span className="flex-1" />
        {query.data && (
          <span className="shrink-0 text-sm text-muted">
            {formatBytes(query.data.size)}
            {query.data.truncated && ', beginning shown'}
          </span>
        )}
      </div>
      <QueryView query={query}>
        {(file) =>
          file.text === null ? (
            <EmptyState icon={FileText} title="Binary file">
              Its content is not shown as text.
            </EmptyState>
          ) : (
            <VirtualList
              label={`Lines of ${props.path}`}
              items={file.text.split('\n').map((text, index) => ({ text, number: index + 1 }))}
              keyOf={(line) => String(line.number)}
              rowHeight={18}
              className="overflow-x-auto"
              row={(line) => (
                <span className="mono flex whitespace-pre">
                  <span className="w-12 shrink-0 pr-3 text-right text-muted select-none tabular">{line.number}</span>
                  <span className="[tab-size:4]">{line.text}</span>
                </span>
              )}
            />
          )
        }
      </QueryView>
    </section>
  )
}
