import type { InboxItem } from '@shared/contract/inbox'
import type { SandboxProblem } from '@shared/contract/plan-view'
import { hasModel } from '@shared/model/built-in'
import { comesAgain } from '@shared/model/comes-again'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '../core/button-link'
import { useAsk } from '../core/core'
import { useShortcuts } from '../core/use-shortcuts'
import { againSearch } from '../plan/again'
import { ApplyDialog } from '../plan/apply-dialog'
import { BudgetAnswer } from '../plan/budget-answer'
import { ConfidenceBar } from '../plan/confidence'
import { DecisionAnswer } from '../plan/decision-answer'
import { HookFailure, isHookFailure } from '../plan/hook-notice'
import { builtinActor, noGuidance } from '../plan/guidable'
import { GuideDialog } from '../plan/guide-dialog'
import { UpdateDialog } from '../plan/update-dialog'
import { usePlanCommands } from '../plan/use-plan-commands'
import { RawAnswer } from '../plan/raw-answer'
import { RecoveryOf } from '../plan/recovery'
import { SandboxAction } from '../plan/sandbox-notice'
import { useUndo } from '../plan/use-undo'
import { phaseWords } from '@shared/model/standing-words'
import { Button, CodeBlock, linkLook, Time } from '../ui'
import { RunChecksAgain } from '../validations/apply-checks'
import { beforeApply, toRunFirst } from '../validations/words'
import { CheckSummary } from './check-summary'
import { GateSummary } from './gate-summary'
import { MoreMenu } from './more-menu'
import { RemedySteps } from './remedy-steps'
import { SnoozeMenu } from './snooze-menu'

function Heading({ item }: { readonly item: InboxItem }) {
  return (
    <header className="flex flex-col gap-1">
      <p className="text-sm break-words text-muted">
        <Link to="/plans/$planId" params={{ planId: item.plan_id }} className={linkLook}>
          {item.title}
        </Link>
        {['', phaseWords[item.phase], ...item.projects, ''].join(' · ')}
        <Time at={item.since} />
      </p>
      <h2 className="text-lg break-words">{item.decision?.question ?? item.why}</h2>
      {item.decision && <p className="text-muted">{item.why}</p>}
    </header>
  )
}

/** What is not an answer, in one piece: where it has no room beside the answers it wraps as a whole. */
function Aside({ item }: { readonly item: InboxItem }) {
  return (
    <span className="flex gap-2">
      <SnoozeMenu item={item} />
      <MoreMenu item={item} />
    </span>
  )
}

/** An execute gate leads to apply, which first shows what it would do. */
function Gate(props: { readonly item: InboxItem; readonly onGuide: () => void }) {
  const { item } = props
  const navigate = useNavigate()
  const commands = usePlanCommands(item.plan_id)
  const [applying, setApplying] = useState(false)
  const [updating, setUpdating] = useState(false)
  const conflict = item.kind === 'conflict'
  const rolledBack = item.reason === 'rolled_back'
  const undo = useUndo(item.plan_id)
  const plan = useQuery({
    ...useAsk().plans.status.queryOptions({ input: { plan_id: item.plan_id } }),
  })
  const builtin = plan.data ? builtinActor(plan.data) : null
  const unchecked = plan.data !== undefined && beforeApply(plan.data).blocking.length > 0
  // Refused by a check: the way on is to run it again where that is not part of applying, then to apply again.
  const refused = item.reason === 'validation' && item.phase === 'apply'
  const leadsToApply = item.kind === 'conflict' || refused || (item.kind === 'phase_gate' && item.phase === 'execute')
  const guidable = item.phase !== 'apply' && plan.data !== undefined && builtin === null
  // A decision is only given where its alternatives are seen.
  // A budget is answered by its own card, which raises what holds the plan.
  const approvable = (item.approve_label !== null || refused) && item.kind !== 'decision' && item.kind !== 'budget'
  const approve = () => (leadsToApply ? setApplying(true) : commands.approve.run({}))
  const open = () => void navigate({ to: '/plans/$planId', params: { planId: item.plan_id } })
  // The key is that of the likeliest step: after a conflict the same apply would only meet it again.
  // Where checks have not run on what there is now, their own button has it.
  const checksFirst = leadsToApply && !conflict && plan.data !== undefined && toRunFirst(plan.data)
  // The same check of the same files only fails again: what changes the files comes first.
  const mended = item.reason === 'validation' && plan.data && unchecked && !toRunFirst(plan.data) ? plan.data : null
  // Where the same once more cannot help, other words or other arguments come first.
  const inVain = comesAgain(item.error?.code ?? '')
  const first = conflict ? () => setUpdating(true) : approvable && !checksFirst && mended === null ? approve : undefined
  useShortcuts({ a: first, enter: open, e: guidable ? props.onGuide : undefined })
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {mended !== null && <RemedySteps plan={mended} />}
        {approvable && (
          <Button
            variant={conflict || unchecked || inVain ? 'secondary' : 'primary'}
            onClick={approve}
            busy={commands.approve.busy}
            {...(conflict || checksFirst || mended !== null ? {} : { shortcut: 'a' })}
          >
            {leadsToApply && item.kind === 'phase_gate' ? 'Review and apply…' : (item.approve_label ?? 'Apply again…')}
          </Button>
        )}
        {leadsToApply && unchecked && plan.data && (
          <RunChecksAgain plan={plan.data} primary={checksFirst} {...(checksFirst ? { shortcut: 'a' } : {})} />
        )}
        {(conflict || item.reason === 'source_changed') && (
          <Button
            variant={conflict ? 'primary' : 'secondary'}
            onClick={() => setUpdating(true)}
            {...(conflict ? { shortcut: 'a' } : {})}
          >
            Bring up to date…
          </Button>
        )}
        {rolledBack && plan.data?.undo?.kind === 'rollback' && (
          <Button icon={Undo2} busy={undo.busy} onClick={() => undo.run({})}>
            Undo the rollback
          </Button>
        )}
        {guidable && (
          <Button variant={inVain ? 'primary' : 'secondary'} onClick={props.onGuide} shortcut="e">
            Guide
          </Button>
        )}
        {plan.data && builtin !== null && (
          <ButtonLink
            to="/plans/new"
            search={againSearch(plan.data)}
            title={noGuidance(builtin)}
            variant={inVain ? 'primary' : 'secondary'}
          >
            Use again with other arguments…
          </ButtonLink>
        )}
        {(item.reason === 'invariant' || item.reason === 'validation') && builtin === null && (
          <ButtonLink to="/plans/$planId" params={{ planId: item.plan_id }} search={{ tab: 'decisions' }}>
            Correct a decision…
          </ButtonLink>
        )}
        <ButtonLink to="/plans/$planId" params={{ planId: item.plan_id }} shortcut="enter">
          Open plan
        </ButtonLink>
        <Aside item={item} />
      </div>
      {updating && plan.data && <UpdateDialog plan={plan.data} onClose={() => setUpdating(false)} />}
      {applying && plan.data && (
        <ApplyDialog
          plan={plan.data}
          open
          onClose={() => setApplying(false)}
          onGuide={() => {
            setApplying(false)
            props.onGuide()
          }}
        />
      )}
    </>
  )
}

/** A sandbox that others have done something to: the one thing that puts it right. */
function SandboxAnswer({ item, problem }: { readonly item: InboxItem; readonly problem: SandboxProblem }) {
  const navigate = useNavigate()
  const params = { planId: item.plan_id }
  useShortcuts({ enter: () => void navigate({ to: '/plans/$planId', params }) })
  return (
    <>
      <p className="text-muted">{problem.hint}</p>
      <div className="flex flex-wrap gap-2">
        <SandboxAction planId={item.plan_id} problem={problem} files={item.files_modified} shortcut="a" />
        <ButtonLink to="/plans/$planId" params={params} shortcut="enter">
          Open plan
        </ButtonLink>
        <Aside item={item} />
      </div>
    </>
  )
}

/** One waiting item with everything needed to answer it here. */
export function InboxAnswer({ item }: { readonly item: InboxItem }) {
  if (item.sandbox === null) return <StandingAnswer item={item} />
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Heading item={item} />
      <SandboxAnswer item={item} problem={item.sandbox} />
    </div>
  )
}

function StandingAnswer({ item }: { readonly item: InboxItem }) {
  const commands = usePlanCommands(item.plan_id)
  const [guiding, setGuiding] = useState(false)
  const guide = () => setGuiding(true)
  const { decision } = item
  const held = item.reason === 'invariant' || item.reason === 'validation'
  const plan = useQuery(useAsk().plans.status.queryOptions({ input: { plan_id: item.plan_id } })).data
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Heading item={item} />
      {decision?.waiting ? (
        <>
          {item.detail !== null && <CodeBlock label="What it would do" text={item.detail} wrap className="max-h-72" />}
          <DecisionAnswer
            node={decision}
            busy={commands.approve.busy}
            onAnswer={commands.approve.run}
            onGuide={guide}
          />
          {decision.confidence !== null && (
            <ConfidenceBar confidence={decision.confidence} threshold={decision.threshold} />
          )}
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Link
              to="/plans/$planId"
              params={{ planId: item.plan_id }}
              search={{ decision: decision.id }}
              className={linkLook}
            >
              {item.kind === 'guard' ? 'See it among the decisions' : 'Rationale, context and impact'}
            </Link>
            <Aside item={item} />
          </div>
        </>
      ) : (
        <>
          {(item.kind === 'phase_gate' || item.kind === 'conflict') && <GateSummary item={item} />}
          {held && <CheckSummary item={item} />}
          {item.budget && <BudgetAnswer planId={item.plan_id} budget={item.budget} />}
          {item.error && (
            <div>
              <p className="text-muted">{item.error.hint}</p>
              {plan && <RawAnswer text={item.error.raw} byModel={hasModel(plan.actors)} />}
              {isHookFailure(item.error) && <HookFailure planId={item.plan_id} error={item.error} />}
              {item.error.code === 'apply.post_validation' && <RecoveryOf planId={item.plan_id} />}
            </div>
          )}
          <Gate item={item} onGuide={guide} />
        </>
      )}
      <GuideDialog planId={item.plan_id} open={guiding} running={false} onClose={() => setGuiding(false)} />
    </div>
  )
}
