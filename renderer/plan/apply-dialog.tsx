import type { ApplyPreviewView } from '@shared/contract/plans'
import type { PlanView } from '@shared/contract/plan-view'
import type { ApplyMode } from '@shared/model/plan'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitBranch, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '../core/button-link'
import { useAsk, useCore } from '../core/core'
import { ProblemState, QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { formatNumber, plural } from '../format/format'
import { Banner, Button, CodeBlock, Dialog, Field, linkLook, MiddleTruncate, notify, Select } from '../ui'
import { ApplyChecks } from '../validations/apply-checks'
import { beforeApply, passedOf } from '../validations/words'
import { againSearch } from './again'
import { conflictAdvice, isGuidable } from './conflict-advice'
import { type Conflict, ConflictList, conflictsIn } from './conflict-list'
import { FileStatus, PlusMinus } from './file-status'
import { builtinActor } from './guidable'
import { UpdateDialog } from './update-dialog'
import { RiskPanel } from './risk-panel'
import { applyModeOptions, applyModeWords } from './use-plan-commands'
import { WaivedRules } from './waived-rules'

type Changes = ReadonlyMap<string, ApplyPreviewView['changes'][number]>

/** What changes in a target. A renamed file is told under its new name; where it was is no file of its own. */
function filesOf(target: ApplyPreviewView['resources'][number], changes: Changes): readonly string[] {
  const renames = [...changes.values()].some((one) => one.resource === target.resource && one.status === 'renamed')
  return renames ? target.files.filter((file) => changes.has(`${target.resource}:${file}`)) : target.files
}

function Target(props: { readonly target: ApplyPreviewView['resources'][number]; readonly changes: Changes }) {
  const { target, changes } = props
  const files = filesOf(target, changes)
  return (
    <section className="overflow-hidden rounded-md border border-line">
      <div className="flex items-center gap-2 border-b border-line bg-panel px-3 py-1.5">
        <span className="font-medium">{target.resource}</span>
        {target.branch && (
          <span className="mono flex items-center gap-1 text-muted">
            <GitBranch size={12} aria-hidden />
            {target.branch}
          </span>
        )}
        <span className="flex-1" />
        <span className="text-sm text-muted">{plural(files.length, 'file')}</span>
      </div>
      {target.notices.map((notice) => (
        <p key={notice} className="border-b border-line px-3 py-1.5 text-waiting">
          {notice}
        </p>
      ))}
      <ul className="max-h-44 overflow-y-auto py-1" aria-label={`Files in ${target.resource}`}>
        {files.slice(0, 500).map((file) => {
          const change = changes.get(`${target.resource}:${file}`)
          return (
            <li key={file} className="flex items-center gap-2 px-3">
              {change && <FileStatus status={change.status} />}
              <span className="min-w-0 flex-1">
                <MiddleTruncate text={file} mono />
              </span>
              {change && <PlusMinus insertions={change.insertions} deletions={change.deletions} />}
            </li>
          )
        })}
        {files.length > 500 && <li className="px-3 text-muted">and {formatNumber(files.length - 500)} more</li>}
      </ul>
    </section>
  )
}

function Preview(props: { readonly plan: PlanView; readonly preview: ApplyPreviewView; readonly onOpen: () => void }) {
  const { plan, preview } = props
  const changes: Changes = new Map(preview.changes.map((one) => [`${one.resource}:${one.path}`, one]))
  const passed = passedOf(plan.validations)
  return (
    <div className="flex flex-col gap-3">
      <WaivedRules rules={preview.waived} />
      {preview.conflicts.length === 0 && (
        <p>
          {plural(preview.files, 'file')} will change:{' '}
          <span className="text-done tabular">+{formatNumber(preview.insertions)}</span>{' '}
          <span className="text-failed tabular">−{formatNumber(preview.deletions)}</span>
          {passed !== undefined && beforeApply(plan).blocking.length === 0 && (
            <>
              {' '}
              · <span className="tabular">{passed}</span> checks passed
            </>
          )}
          {' · '}
          <Link
            to="/plans/$planId"
            params={{ planId: plan.plan_id }}
            search={{ tab: 'changes' }}
            className={linkLook}
            onClick={props.onOpen}
          >
            Read the changes
          </Link>
        </p>
      )}
      {preview.resources.map((target) => (
        <Target key={target.resource} target={target} changes={changes} />
      ))}
      {preview.message !== null && (
        <section className="flex flex-col gap-1">
          <h3 className="text-sm text-muted">Commit message</h3>
          <CodeBlock label="Commit message" text={preview.message.trim()} wrap className="max-h-40" />
        </section>
      )}
    </div>
  )
}

/** What stands in the way, whose work it is, and what can be done about it. */
function Conflicts(props: {
  readonly plan: PlanView
  readonly conflicts: readonly Conflict[]
  readonly onClose: () => void
  readonly onGuide: () => void
  readonly onUpdate: () => void
}) {
  const { plan, conflicts } = props
  const guidable = isGuidable(plan) && builtinActor(plan) === null
  return (
    <>
      <ConflictList planId={plan.plan_id} conflicts={conflicts} onOpen={props.onClose} />
      <Banner look="info">
        {conflictAdvice(conflicts).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {conflicts.some((conflict) => conflict.cause !== 'in_the_way') && (
          <div className="mt-2 flex flex-wrap gap-2">
            <Button variant="primary" onClick={props.onUpdate}>
              Bring up to date…
            </Button>
            {guidable && <Button onClick={props.onGuide}>Guide…</Button>}
            <ButtonLink to="/plans/new" search={againSearch(plan)}>
              Use again…
            </ButtonLink>
          </div>
        )}
      </Banner>
    </>
  )
}

/** Shows what applying would do, by mode, and then does it. Where it is refused the target stays as it was. */
export function ApplyDialog(props: {
  readonly plan: PlanView
  readonly open: boolean
  readonly onClose: () => void
  readonly onGuide: () => void
}) {
  const { plan } = props
  const { client } = useCore()
  const [mode, setMode] = useState<ApplyMode>(plan.apply_mode)
  const [updating, setUpdating] = useState(false)
  const preview = useQuery({
    ...useAsk().plans.previewApply.queryOptions({ input: { plan_id: plan.plan_id, mode } }),
    enabled: props.open,
    // The target can change without the core being told, so each look merges anew.
    staleTime: 0,
  })
  const apply = useCommand(
    (chosen: ApplyMode) =>
      client.plans.apply({ plan_id: plan.plan_id, mode: chosen, as_is: plan.reason !== 'phase_gate' }),
    {
      onDone: (applied) => {
        props.onClose()
        if (applied.state === 'applied')
          notify.done('The changes are applied', { hint: 'Its sandbox is gone; the plan stays readable.' })
      },
      onProblem: () => void preview.refetch(),
    },
  )
  const refused = apply.problem ? conflictsIn(apply.problem) : []
  const conflicts = preview.data?.conflicts ?? []
  const blocked = conflicts.length > 0
  const unchecked = beforeApply(plan).blocking.length > 0
  const lookAgain = () => {
    apply.reset()
    void preview.refetch()
  }
  const close = () => {
    setUpdating(false)
    props.onClose()
  }
  if (updating) return <UpdateDialog plan={plan} onClose={close} />
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Apply changes"
      description={plan.title}
      size="lg"
      footer={
        <>
          <Button onClick={props.onClose}>Not now</Button>
          {blocked ? (
            <Button icon={RotateCw} busy={preview.isFetching} onClick={lookAgain}>
              Look again
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={apply.busy}
              disabled={!preview.data || unchecked}
              title={unchecked ? 'Required checks have to pass first' : undefined}
              onClick={() => apply.run(mode)}
            >
              Apply {preview.data ? plural(preview.data.files, 'file') : ''}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="How" help={applyModeWords[mode].hint}>
          <Select value={mode} onChange={setMode} options={applyModeOptions} />
        </Field>
        {apply.problem &&
          !(blocked && refused.length > 0) &&
          !(unchecked && apply.problem.code === 'apply.validation') && <ProblemState problem={apply.problem} />}
        <ApplyChecks plan={plan} onOpen={props.onClose} />
        {blocked && (
          <Conflicts
            plan={plan}
            conflicts={conflicts}
            onClose={props.onClose}
            onGuide={props.onGuide}
            onUpdate={() => setUpdating(true)}
          />
        )}
        <RiskPanel planId={plan.plan_id} />
        <QueryView query={preview}>{(data) => <Preview plan={plan} preview={data} onOpen={props.onClose} />}</QueryView>
      </div>
    </Dialog>
  )
}
