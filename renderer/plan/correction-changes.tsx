import type { CorrectionDiff } from '@shared/contract/plan-control'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { formatNumber, plural } from '../format/format'
import { Chip, cx, linkLook, MiddleTruncate, Section } from '../ui'
import { FileStatus, PlusMinus } from './file-status'
import { PatchLines } from './patch-lines'

const shown = 500

/** What the plan changed in the file on one side of the correction. */
function Side({ name, lines }: { readonly name: string; readonly lines: CorrectionDiff['files'][number]['before'] }) {
  return (
    <span className="flex shrink-0 items-baseline gap-1.5 text-sm">
      <span className="text-muted">{name}</span>
      {lines === null ? <span className="text-muted">as it was</span> : <PlusMinus {...lines} />}
    </span>
  )
}

function ComparedFile({ id, file }: { readonly id: string; readonly file: CorrectionDiff['files'][number] }) {
  const [open, setOpen] = useState(false)
  const query = useQuery({
    ...useAsk().plans.correctionDiff.queryOptions({ input: { correction: id, patches: true } }),
    enabled: open,
  })
  const patch = query.data?.files.find((one) => one.path === file.path && one.resource === file.resource)?.patch
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="focus-inset flex min-h-row w-full flex-wrap items-center gap-x-3 px-3 text-left hover:bg-hover"
      >
        <ChevronRight size={14} aria-hidden className={cx('shrink-0 text-muted', open && 'rotate-90')} />
        <FileStatus status={file.status} />
        <span className="min-w-32 flex-1">
          <MiddleTruncate text={file.path} mono />
        </span>
        <Side name="before" lines={file.before} />
        <Side name="after" lines={file.after} />
      </button>
      {open && (
        <div className="px-3 pb-2">
          <QueryView query={query}>
            {() =>
              patch ? (
                <PatchLines label={`What the correction changed in ${file.path}`} patch={patch} />
              ) : (
                <p className="py-1 text-muted">{file.binary ? 'A binary file.' : 'There is no text to show.'}</p>
              )
            }
          </QueryView>
        </div>
      )}
    </li>
  )
}

function Changes({ id }: { readonly id: string }) {
  const query = useQuery({
    ...useAsk().plans.correctionDiff.queryOptions({ input: { correction: id, patches: false } }),
    staleTime: 0,
  })
  return (
    <QueryView query={query}>
      {({ files }) =>
        files.length === 0 ? (
          <p className="text-muted">The files are as they were before it.</p>
        ) : (
          <ul aria-label="Files before and after" className="overflow-hidden rounded-md border border-line">
            {files.slice(0, shown).map((file) => (
              <ComparedFile key={`${file.resource}:${file.path}`} id={id} file={file} />
            ))}
            {files.length > shown && <li className="px-3 text-muted">and {formatNumber(files.length - shown)} more</li>}
          </ul>
        )
      }
    </QueryView>
  )
}

/** Where a decision is the word of a correction: what that changed, file by file. */
export function CorrectionChanges(props: { readonly planId: string; readonly decisionId: string }) {
  const { data } = useQuery(useAsk().plans.corrections.queryOptions({ input: { plan_id: props.planId } }))
  const correction = data?.corrections.find(({ new_decision_id: id }) => id === props.decisionId)
  if (!correction) return null
  return (
    <Section
      title="What this correction changed"
      actions={
        <>
          {correction.undone && <Chip>undone</Chip>}
          <Link
            to="/plans/$planId"
            params={{ planId: props.planId }}
            search={{ decision: correction.decision_id, superseded: true }}
            className={linkLook}
          >
            What it corrects
          </Link>
        </>
      }
    >
      <Changes id={correction.correction_id} />
    </Section>
  )
}

/** The corrections of a plan in a line, each leading to what it changed. */
export function CorrectionLinks({ planId }: { readonly planId: string }) {
  const { data } = useQuery(useAsk().plans.corrections.queryOptions({ input: { plan_id: planId } }))
  const corrections = data?.corrections ?? []
  if (corrections.length === 0) return null
  return (
    <nav
      aria-label="Corrections"
      className="flex max-h-20 shrink-0 flex-wrap gap-x-4 overflow-y-auto border-b border-line px-4 py-1.5"
    >
      <span className="text-muted">{plural(corrections.length, 'correction')}</span>
      {corrections.map(({ correction_id: id, new_decision_id: decision, guidance, undone }) => (
        <Link
          key={id}
          to="/plans/$planId"
          params={{ planId }}
          search={{ decision, ...(undone ? { superseded: true } : {}) }}
          className={cx(linkLook, 'max-w-80 truncate')}
          title={guidance}
        >
          {guidance}
          {undone && ' (undone)'}
        </Link>
      ))}
    </nav>
  )
}
