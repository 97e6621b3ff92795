import type { PlanView, SandboxProblem } from '@shared/contract/plan-view'
import { useState } from 'react'
import { useCore } from '../core/core'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { useShortcuts } from '../core/use-shortcuts'
import { Banner, Button, notify } from '../ui'
import { CancelDialog } from './cancel-dialog'
import { MovedDialog } from './moved-dialog'
import { usePlanCommands } from './use-plan-commands'

/** What puts a sandbox right, and how it went; `run` opens a question first where the plan would end by it. */
function useRepair(planId: string, action: SandboxProblem['action']) {
  const { client } = useCore()
  const [asking, setAsking] = useState(false)
  const repair = useCommand(() => client.plans.repair({ plan_id: planId }), {
    onDone: () => notify.done('The sandbox stands as it should'),
    onProblem: () => {},
  })
  return {
    run: () => (action === 'discard' ? setAsking(true) : repair.run()),
    busy: repair.busy,
    problem: repair.problem,
    asking,
    close: () => setAsking(false),
  }
}

/** The way to what was written since the last checkpoint, for who knows where the sandbox went. */
function MovedAction({ planId }: { readonly planId: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>It was moved…</Button>
      <MovedDialog planId={planId} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

/** The one thing that puts a sandbox right, as a button. */
export function SandboxAction(props: {
  readonly planId: string
  readonly problem: SandboxProblem
  readonly files: number
  readonly shortcut?: 'a'
}) {
  const { planId, problem, shortcut } = props
  const repair = useRepair(planId, problem.action)
  const { cancel } = usePlanCommands(planId)
  useShortcuts({ a: shortcut && repair.run })
  return (
    <>
      <Button
        variant={shortcut && problem.action !== 'discard' ? 'primary' : 'secondary'}
        busy={repair.busy || cancel.busy}
        onClick={repair.run}
        {...(shortcut ? { shortcut } : {})}
      >
        {problem.action === 'discard' ? `${problem.label}…` : problem.label}
      </Button>
      {problem.action === 'recreate' && <MovedAction planId={planId} />}
      {repair.problem && <ProblemState problem={repair.problem} />}
      <CancelDialog
        files={props.files}
        open={repair.asking}
        onClose={repair.close}
        onCancel={() => {
          cancel.run()
          repair.close()
        }}
      />
    </>
  )
}

/** Says above a plan's tabs what others did to its sandboxes, each with what puts it right. */
export function SandboxNotice({ plan }: { readonly plan: PlanView }) {
  if (plan.sandbox_problems.length === 0) return null
  const running = plan.state === 'processing' || plan.state === 'queued'
  return (
    <>
      {plan.sandbox_problems.map((problem) => (
        <Banner key={problem.resource_id} look="warning">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-64 break-words">
              <span className="font-medium">{problem.message}</span> <span className="text-muted">{problem.hint}</span>
            </p>
            {!running && <SandboxAction planId={plan.plan_id} problem={problem} files={plan.files_modified} />}
          </div>
        </Banner>
      ))}
    </>
  )
}
