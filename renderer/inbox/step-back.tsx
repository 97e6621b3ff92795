import type { DecisionNode } from '@shared/contract/decisions'
import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ButtonLink } from '../core/button-link'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { plural } from '../format/format'
import { type Checkpoint, checkpointTitle } from '../plan/checkpoint-title'
import { CorrectDialog } from '../plan/correct-dialog'
import { questionBehind, titleOf } from '../plan/decision-tree'
import { RollbackDialog } from '../plan/rollback-dialog'
import { Button, Dialog, Time } from '../ui'

/** So many are listed here; of more, the plan's own screen has search and tree. */
const most = 100

function Pick(props: {
  readonly title: string
  readonly description: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      footer={<Button onClick={props.onClose}>Not now</Button>}
    >
      {props.children}
    </Dialog>
  )
}

function Choices({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={label} className="overflow-hidden rounded-md border border-line">
      {children}
    </ul>
  )
}

function Choice(props: { readonly title: string; readonly aside: ReactNode; readonly onPick: () => void }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        onClick={props.onPick}
        className="focus-inset flex min-h-row w-full items-baseline gap-3 px-3 py-1 text-left hover:bg-hover"
      >
        <span className="min-w-0 flex-1 truncate" title={props.title}>
          {props.title}
        </span>
        <span className="max-w-1/2 min-w-0 truncate text-sm text-muted">{props.aside}</span>
      </button>
    </li>
  )
}

/** What can be decided otherwise: what waits is answered instead, and the rest follows from these. */
const isChoice = ({ type, superseded, waiting }: DecisionNode): boolean =>
  !superseded && !waiting && type !== 'invariant_enforced' && type !== 'tool_invocation'

/** Asks which decision was wrong, then corrects it as on the plan's own screen. */
export function CorrectFromInbox({ planId, onClose }: { readonly planId: string; readonly onClose: () => void }) {
  const query = useQuery(useAsk().plans.tree.queryOptions({ input: { plan_id: planId } }))
  const [picked, setPicked] = useState<DecisionNode | null>(null)
  if (picked) return <CorrectDialog decision={{ ...picked, plan_id: planId }} choose={null} onClose={onClose} />
  return (
    <Pick
      title="Which decision was wrong?"
      description="What follows from it is done again; you see what that is first."
      onClose={onClose}
    >
      <QueryView query={query}>
        {({ nodes }) => {
          const choices = nodes.filter(isChoice)
          return (
            <>
              <Choices label="Decisions to correct">
                {choices.slice(0, most).map((node) => (
                  <Choice
                    key={node.id}
                    title={titleOf(node)}
                    aside={questionBehind(node)}
                    onPick={() => setPicked(node)}
                  />
                ))}
              </Choices>
              {choices.length > most && (
                <ButtonLink to="/plans/$planId" params={{ planId }} search={{ tab: 'decisions' }} className="mt-3">
                  {plural(choices.length - most, 'more decision')}
                </ButtonLink>
              )}
            </>
          )
        }}
      </QueryView>
    </Pick>
  )
}

/** Asks which moment the plan goes back to, then rolls it back as on the plan's own screen. */
export function RollBackFromInbox({ plan, onClose }: { readonly plan: PlanView; readonly onClose: () => void }) {
  const query = useQuery(useAsk().plans.artifacts.queryOptions({ input: { plan_id: plan.plan_id } }))
  const [picked, setPicked] = useState<Checkpoint | null>(null)
  if (picked) return <RollbackDialog plan={plan} checkpoint={picked} onClose={onClose} />
  return (
    <Pick
      title="Roll back to which checkpoint?"
      description="The files become what they were then; you see which ones first."
      onClose={onClose}
    >
      <QueryView query={query}>
        {({ checkpoints }) => (
          <>
            <Choices label="Checkpoints">
              {checkpoints
                .slice(-most)
                .toReversed()
                .map((checkpoint) => (
                  <Choice
                    key={checkpoint.id}
                    title={`${checkpoint.number}. ${checkpointTitle(checkpoint)}`}
                    aside={<Time at={checkpoint.created} />}
                    onPick={() => setPicked(checkpoint)}
                  />
                ))}
            </Choices>
            {checkpoints.length > most && (
              <ButtonLink
                to="/plans/$planId"
                params={{ planId: plan.plan_id }}
                search={{ tab: 'checkpoints' }}
                className="mt-3"
              >
                {plural(checkpoints.length - most, 'earlier checkpoint')}
              </ButtonLink>
            )}
          </>
        )}
      </QueryView>
    </Pick>
  )
}
