import type { ApplyConflictView, PlanUpdateView } from '@shared/contract/plan-conflicts'
import type { UpdateChoice } from '@shared/model/plan'
import { updateWords } from '@shared/model/update-words'
import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '../core/button-link'
import { useAsk, useCore } from '../core/core'
import { problemOf } from '../core/problem'
import { ProblemState, QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { plural, sentenceCase } from '../format/format'
import { Banner, Button, Checkbox, Dialog, MiddleTruncate, notify, RadioList } from '../ui'
import { causeWords } from './conflict-advice'
import { ConflictSides } from './conflict-sides'
import { builtinActor, noGuidance } from './guidable'
import { useUndo } from './use-undo'

type Takes = Readonly<Record<string, UpdateChoice>>
const keyOf = ({ resource, path }: Pick<ApplyConflictView, 'resource' | 'path'>): string => `${resource}:${path}`

const label = (choice: UpdateChoice, more = ''): string =>
  sentenceCase(`${updateWords[choice]}${more}`).replace("'", '’')

const byLines: readonly { readonly value: UpdateChoice; readonly label: string }[] = [
  { value: 'plan', label: label('plan', ' of the lines that both changed, and merge the rest') },
  { value: 'target', label: label('target', ' of the lines that both changed, and merge the rest') },
  { value: 'actor', label: label('actor') },
]
const asWhole: typeof byLines = [
  { value: 'plan', label: label('plan', ' of the whole file') },
  { value: 'target', label: label('target', ' of the whole file, and drop the plan’s change to it') },
  { value: 'actor', label: label('actor') },
]

/** What can be chosen; a file that is binary, or not there on one side, is chosen as a whole. */
const choicesOf = ({ base, now, plan }: ApplyConflictView) =>
  [base, now, plan].every((side) => side !== null && !side.binary) ? byLines : asWhole

/** A built-in actor cannot merge two versions. */
const choicesWithout = (choices: typeof byLines, actor: string) =>
  choices.map((choice) => (choice.value === 'actor' ? { ...choice, disabled: true, note: noGuidance(actor) } : choice))

function OneConflict(props: {
  readonly builtin: string | null
  readonly conflict: ApplyConflictView
  readonly take: UpdateChoice | null
  readonly onTake: ((take: UpdateChoice) => void) | null
}) {
  const { conflict, onTake } = props
  return (
    <section aria-label={conflict.path} className="flex flex-col gap-2 border-b border-line pb-4 last:border-b-0">
      <h3 className="flex flex-wrap items-baseline gap-x-2">
        <MiddleTruncate text={conflict.path} mono />
        <span className="text-sm font-normal text-muted">
          {conflict.resource} · {causeWords[conflict.cause]} · {conflict.reason}
        </span>
      </h3>
      <ConflictSides conflict={conflict} />
      {onTake && (
        <RadioList
          label={`What stands in ${conflict.path}`}
          value={props.take}
          onChange={(value) => onTake(value as UpdateChoice)}
          choices={props.builtin === null ? choicesOf(conflict) : choicesWithout(choicesOf(conflict), props.builtin)}
        />
      )}
    </section>
  )
}

function Incoming({ update }: { readonly update: PlanUpdateView }) {
  return (
    <ul aria-label="What comes in" className="flex flex-col gap-0.5">
      {update.resources.map(({ resource, branch, from, to, incoming }) => (
        <li key={resource}>
          <span className="font-medium">{resource}</span>{' '}
          <span className="text-muted">
            {from === to ? (
              'has nothing new'
            ) : (
              <>
                {branch && `${branch} `}
                <span className="mono">{from.slice(0, 10)}</span> → <span className="mono">{to.slice(0, 10)}</span>,{' '}
                {plural(incoming.length, 'file')}
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Other ways out of a conflict, each where it is done. */
function OtherWays({ plan }: { readonly plan: PlanView }) {
  const params = { planId: plan.plan_id }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-muted">Or:</span>
      <ButtonLink to="/plans/$planId" params={params} search={{ tab: 'decisions' }}>
        Correct a decision…
      </ButtonLink>
      <ButtonLink to="/plans/$planId" params={params} search={{ tab: 'checkpoints' }}>
        Roll back…
      </ButtonLink>
    </div>
  )
}

/** Shows both sides of what stands against applying a plan, and brings the plan up to date with its target. */
export function UpdateDialog(props: { readonly plan: PlanView; readonly onClose: () => void }) {
  const { plan, onClose } = props
  const { client } = useCore()
  const ask = useAsk().plans
  const [takes, setTakes] = useState<Takes>({})
  const [included, setIncluded] = useState<boolean | null>(null)
  const undo = useUndo(plan.plan_id)
  const standing = useQuery({ ...ask.conflicts.queryOptions({ input: { plan_id: plan.plan_id } }), staleTime: 0 })
  const isUncommitted = standing.data?.conflicts.some(({ cause }) => cause === 'uncommitted') ?? false
  // Without the edits that stand against the plan there would be nothing that settles them.
  const uncommitted = included ?? isUncommitted
  const input = { plan_id: plan.plan_id, include_uncommitted: uncommitted }
  // The target can change without the core being told, so each look merges anew.
  const preview = useQuery({
    ...ask.previewUpdate.queryOptions({ input }),
    enabled: !standing.isPending,
    staleTime: 0,
    retry: false,
  })
  const problem = preview.error ? problemOf(preview.error) : null
  const nothingNew = problem?.code === 'update.nothing_new'
  const open = preview.data?.conflicts ?? []
  const shown = preview.data ? open : (standing.data?.conflicts ?? [])
  const takeOf = (one: ApplyConflictView) => takes[keyOf(one)] ?? null
  const update = useCommand(
    () =>
      client.plans.update({
        ...input,
        choices: open.flatMap((one) => {
          const take = takeOf(one)
          return take === null ? [] : [{ path: keyOf(one), take }]
        }),
      }),
    {
      onDone: () => {
        onClose()
        notify.done('The plan is up to date', {
          hint: 'Its checks run again before it can be applied.',
          action: { label: 'Undo', run: () => undo.run({}) },
        })
      },
      onProblem: () => void preview.refetch(),
    },
  )
  const ready = preview.data !== undefined && open.every((one) => takeOf(one) !== null)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Bring up to date"
      description="What the target got meanwhile is merged into the plan’s sandbox; the target itself stays as it is."
      size="xl"
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" busy={update.busy} disabled={!ready} onClick={() => update.run()}>
            Bring up to date
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {update.problem && <ProblemState problem={update.problem} />}
        {preview.data && <Incoming update={preview.data} />}
        {(isUncommitted || uncommitted) && (
          <Checkbox
            checked={uncommitted}
            onChange={setIncluded}
            label="Include your uncommitted edits"
            help="The plan then leaves its own changes uncommitted on top of them."
          />
        )}
        {nothingNew ? <Banner look="info">{`${problem.message} ${problem.hint}`}</Banner> : null}
        {problem && !nothingNew && <ProblemState problem={problem} />}
        {preview.data && open.length === 0 && <p>Everything fits: no file has to be chosen.</p>}
        {preview.isPending ? (
          <QueryView query={preview}>{() => null}</QueryView>
        ) : (
          shown.map((one) => (
            <OneConflict
              key={keyOf(one)}
              conflict={one}
              builtin={builtinActor({ ...plan, phase: 'execute' })}
              take={takeOf(one)}
              onTake={preview.data ? (take) => setTakes({ ...takes, [keyOf(one)]: take }) : null}
            />
          ))
        )}
        <OtherWays plan={plan} />
      </div>
    </Dialog>
  )
}
