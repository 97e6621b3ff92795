import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '../core/button-link'
import { useAsk } from '../core/core'
import { useShortcuts } from '../core/use-shortcuts'
import { Button, StatusMark, useWide } from '../ui'
import { RunChecksAgain } from '../validations/apply-checks'
import { toRunFirst } from '../validations/words'
import { againSearch } from './again'
import { ApplyDialog } from './apply-dialog'
import { CancelDialog } from './cancel-dialog'
import { CorrectDialog } from './correct-dialog'
import { firstToShow } from './decision-tree'
import { builtinActor, noGuidance } from './guidable'
import { GuideDialog } from './guide-dialog'
import { PlanMenu } from './plan-menu'
import { possibleSteps, type Step } from './possible-steps'
import { useCheckedAgain } from './use-checked-again'
import { UndoDialog } from './undo-dialog'
import { usePlanCommands } from './use-plan-commands'
import { useRemedies } from './use-remedies'
import { isRunning, markOf, reasonWords } from './words'

const route = getRouteApi('/plans/$planId')

/** Why the plan stands where it does, in one sentence. */
function useWhy(plan: PlanView): string {
  const inbox = useQuery(useAsk().inbox.list.queryOptions({ input: { plan_id: plan.plan_id, limit: 1 } }))
  const item = inbox.data?.items[0]
  // The error has a place of its own, with what to do about it.
  if (plan.error) return ''
  if (item) return item.why
  if (plan.reason) return reasonWords[plan.reason]
  if (plan.apply_undone !== null) return 'The apply was undone; your files are without the changes.'
  if (plan.state === 'applied')
    return plan.files_modified > 0 ? 'The changes are in your files.' : 'There was nothing to apply.'
  if (plan.state === 'cancelled') return 'The sandbox is removed; your files are as they were.'
  return ''
}

/** The decision that waits, and whether its alternatives stand on the screen already, with a button of their own. */
function useWaitingDecision(plan: PlanView) {
  const search = route.useSearch()
  const wide = useWide()
  const tree = useQuery({
    ...useAsk().plans.tree.queryOptions({ input: { plan_id: plan.plan_id, show_superseded: false } }),
    enabled: plan.reason === 'low_confidence' || plan.reason === 'guard',
  })
  const nodes = tree.data?.nodes ?? []
  const shown =
    (search.tab ?? 'decisions') === 'decisions' ? (search.decision ?? (wide ? firstToShow(nodes) : null)) : null
  const waiting = nodes.find((node) => node.waiting)
  return { id: waiting?.id, onScreen: nodes.some((node) => node.waiting && node.id === shown) }
}

type Open = 'guide' | 'apply' | 'choose' | 'cancel' | null

type Ways = { readonly open: (dialog: Open) => void; readonly decide: () => void; readonly openSandbox: () => void }

function useRun(plan: PlanView, { open, decide, openSandbox }: Ways) {
  const commands = usePlanCommands(plan.plan_id)
  const checked = useCheckedAgain(plan)
  const run = (step: Step) => {
    switch (step.name) {
      case 'approve':
        return commands.approve.run({})
      case 'decide':
        return decide()
      case 'execute':
        if (step.label === 'Check again') checked.begin()
        return commands.execute.run()
      case 'stop':
        return commands.stop.run()
      case 'apply':
        return open('apply')
      case 'choose':
        return open('choose')
      case 'sandbox':
        return openSandbox()
      case 'prompt':
        return open('guide')
      case 'cancel':
        return open('cancel')
    }
  }
  const busy = (step: Step) => {
    const command = { approve: commands.approve, execute: commands.execute, stop: commands.stop }[step.name as 'stop']
    return command?.busy ?? false
  }
  return { run, busy, commands }
}

/** State, reason, and everything that can be done about it now. */
export function PlanSteps({ plan }: { readonly plan: PlanView }) {
  const [dialog, setDialog] = useState<Open>(null)
  const [undoing, setUndoing] = useState<PlanView['undo']>(null)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const waiting = useWaitingDecision(plan)
  const decide = () => void navigate({ search: { ...search, tab: undefined, decision: waiting.id } })
  const { choice, offered, openSandbox } = useRemedies(plan)
  const { run, busy, commands } = useRun(plan, { open: setDialog, decide, openSandbox })
  // Where the alternatives are on the screen, their own button is the one that decides.
  const builtin = builtinActor(plan)
  const all = possibleSteps(plan, offered)
  const leadsToApply = all.some((step) => step.name === 'apply' && step.primary)
  // Where checks have not run on what there is now, Apply would only say so.
  const checksFirst = leadsToApply && toRunFirst(plan)
  const possible = all.map((step) => (checksFirst ? { ...step, primary: false } : step))
  const steps = possible.filter(
    (step) => (step.name !== 'decide' || !waiting.onScreen) && (step.name !== 'prompt' || builtin === null),
  )
  const again = builtin !== null && steps.length < possible.length
  const againFirst = possible.some((step) => step.name === 'prompt' && step.primary)
  const useAgain = (
    <ButtonLink
      to="/plans/new"
      search={againSearch(plan)}
      title={noGuidance(builtin ?? '')}
      {...(againFirst ? { variant: 'primary' } : {})}
    >
      Use again with other arguments…
    </ButtonLink>
  )
  const primary = steps.find((step) => step.primary)
  const why = useWhy(plan)
  const close = () => setDialog(null)
  useShortcuts({
    a: primary && (() => run(primary)),
    e: steps.some((step) => step.name === 'prompt') ? () => setDialog('guide') : undefined,
  })
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-1.5">
      <div role="status" className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-3">
        <span className="flex font-medium">
          <StatusMark {...markOf({ ...plan, error_code: plan.error?.code ?? null })} />
        </span>
        <span className="min-w-0 text-muted">{why}</span>
      </div>
      <div className="flex flex-wrap gap-2">
        {again && !againFirst && useAgain}
        {steps.toReversed().map((step) => (
          <Button
            key={step.name}
            variant={step.primary ? 'primary' : step.name === 'cancel' ? 'ghost' : 'secondary'}
            busy={busy(step)}
            onClick={() => run(step)}
            {...(step.primary ? { shortcut: 'a' } : step.name === 'prompt' ? { shortcut: 'e' } : {})}
          >
            {step.label}
          </Button>
        ))}
        {again && againFirst && useAgain}
        {checksFirst && <RunChecksAgain plan={plan} primary shortcut="a" />}
        {plan.state === 'cancelled' && (
          <Button icon={Undo2} busy={commands.restore.busy} onClick={() => commands.restore.run()}>
            Bring it back
          </Button>
        )}
        {plan.state === 'applied' && plan.undo?.kind === 'apply' && (
          <Button icon={Undo2} onClick={() => setUndoing(plan.undo)}>
            {plan.undo.label}…
          </Button>
        )}
        <PlanMenu plan={plan} />
      </div>
      {undoing && <UndoDialog plan={plan} undo={undoing} onClose={() => setUndoing(null)} />}
      <GuideDialog planId={plan.plan_id} open={dialog === 'guide'} running={isRunning(plan.state)} onClose={close} />
      {dialog === 'apply' && <ApplyDialog plan={plan} open onClose={close} onGuide={() => setDialog('guide')} />}
      {dialog === 'choose' && choice && (
        <CorrectDialog decision={{ ...choice, plan_id: plan.plan_id }} choose={null} alternatives onClose={close} />
      )}
      <CancelDialog
        files={plan.files_modified}
        open={dialog === 'cancel'}
        onClose={close}
        onCancel={() => {
          commands.cancel.run()
          close()
        }}
      />
    </div>
  )
}
