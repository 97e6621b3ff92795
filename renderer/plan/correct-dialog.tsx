import type { DecisionDetail } from '@shared/contract/decisions'
import type { PlanView } from '@shared/contract/plan-view'
import type { CorrectionMode } from '@shared/model/decision'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '../core/button-link'
import { useAsk, useCore } from '../core/core'
import { ProblemState, QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Banner, Button, Dialog, Field, notify, RadioList, TextArea, Words } from '../ui'
import { againSearch } from './again'
import { CorrectionPreview } from './correction-preview'
import { builtinActor, noGuidance } from './guidable'
import { otherAnswers } from './other-answers'
import { ConflictChoice, type OnConflict } from './restored-paths'
import { useUndo } from './use-undo'

const modes = [
  {
    value: 'revert',
    label: 'Redo from here: this decision and what hangs on it are taken back and decided anew',
  },
  { value: 'append', label: 'Add to it: nothing is taken back; Execute goes on with what you say' },
] as const

type Corrected = Pick<DecisionDetail, 'id' | 'plan_id' | 'question'> & Partial<Pick<DecisionDetail, 'phase'>>
type Answer = { readonly number: number; readonly text: string }

/** The built-in actor that would take up a correction, which follows another alternative and nothing that it is told. */
const deafActor = (plan: PlanView, { phase = 'execute' }: Corrected, mode: CorrectionMode): string | null =>
  builtinActor({ ...plan, reason: null, phase: mode === 'append' ? 'execute' : phase })

/** The other answers of a decision, where it is one of them that is asked for; null until they are known. */
function useOthers(id: string, wanted: boolean): readonly Answer[] | null {
  const detail = useQuery({
    ...useAsk().plans.explain.queryOptions({ input: { decision_id: id } }),
    enabled: wanted,
  }).data
  return wanted && detail ? otherAnswers(detail) : null
}

/** Says that nobody would follow guidance, and what can be done instead; `others`: how many answers there are, where one is asked for. */
function Deaf(props: {
  readonly plan: PlanView
  readonly actor: string
  readonly others: number | null
  readonly again: boolean
}) {
  const { others } = props
  return (
    <Banner look="info">
      <p>
        {noGuidance(props.actor)}
        {others !== null && others > 0 && ' Choose another of its answers, or use the action again.'}
        {others === 0 && ' This decision has no other answer to choose.'}
      </p>
      {props.again && (
        <ButtonLink
          to="/plans/new"
          search={againSearch(props.plan)}
          variant={others ? 'secondary' : 'primary'}
          className="mt-2"
        >
          Use again with other arguments…
        </ButtonLink>
      )}
    </Banner>
  )
}

/** What to do: the answer that was chosen already, one of the others, or how what is said is taken. */
function How(props: {
  readonly choose: Answer | null
  readonly others: readonly Answer[] | null
  readonly picking: boolean
  readonly picked: string | null
  readonly onPick: (picked: string) => void
  readonly mode: CorrectionMode
  readonly onMode: (mode: CorrectionMode) => void
}) {
  if (props.choose)
    return (
      <p>
        <span className="text-muted">Instead: </span>
        <span className="font-medium">
          <Words text={props.choose.text} />
        </span>
      </p>
    )
  if (!props.picking)
    return (
      <RadioList
        label="How"
        value={props.mode}
        onChange={(value) => props.onMode(value as CorrectionMode)}
        choices={modes}
      />
    )
  if (!props.others?.length) return null
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="font-medium">
        Instead
      </span>
      <RadioList
        label="Instead"
        value={props.picked}
        onChange={props.onPick}
        choices={props.others.map(({ number, text }) => ({ value: String(number), label: <Words text={text} /> }))}
      />
    </div>
  )
}

/** Corrects a decision after showing what that does. Where the core refuses, what was written stays. */
export function CorrectDialog(props: {
  readonly decision: Corrected
  /** Another alternative to take, by its number from 1; else guidance is asked for. */
  readonly choose: Answer | null
  /** Asks for another alternative, whoever acts for the plan. */
  readonly alternatives?: boolean
  readonly onClose: () => void
  /** With the decision that the correction made. */
  readonly onCorrected?: (decisionId: string) => void
}) {
  const { decision, choose, onClose, onCorrected } = props
  const { client } = useCore()
  const [mode, setMode] = useState<CorrectionMode>('revert')
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<string | null>(null)
  const [choice, setChoice] = useState<OnConflict | null>(null)
  const undo = useUndo(decision.plan_id)
  const preview = useQuery({
    ...useAsk().plans.previewCorrection.queryOptions({ input: { decision_id: decision.id, mode } }),
    staleTime: 0,
  })
  const plan = useQuery(useAsk().plans.status.queryOptions({ input: { plan_id: decision.plan_id } })).data
  const builtin = plan ? deafActor(plan, decision, mode) : null
  const deaf = plan !== undefined && modes.every(({ value }) => deafActor(plan, decision, value) !== null)
  const picking = choose === null && (deaf || props.alternatives === true)
  const others = useOthers(decision.id, picking)
  // Where there is but one, it is what the dialog was opened for.
  const answer = picked ?? (others?.length === 1 ? String(others[0]?.number) : null)
  const number = choose?.number ?? (picking && answer !== null ? Number(answer) : undefined)
  const guidance = builtin === null ? text.trim() : ''
  // Nothing can be chosen and nothing said: there is nothing to show the effect of.
  const closed = picking && deaf && (others === null || others.length === 0)
  const correct = useCommand(
    () =>
      client.plans.correct({
        decision_id: decision.id,
        mode,
        choose: number,
        guidance: guidance === '' ? undefined : guidance,
        on_conflict: choice ?? undefined,
      }),
    {
      onDone: (corrected) => {
        onClose()
        const made = corrected.new_decision_id
        const show = onCorrected && made !== null ? () => onCorrected(made) : undefined
        // What was corrected is hidden now; the one in its place is what there is to see.
        show?.()
        notify.done(mode === 'revert' ? 'Corrected; it is decided anew' : 'Added; Execute goes on with it', {
          action: { label: 'Undo', run: () => undo.run({}) },
          ...(show ? { also: { label: 'What changed', run: show } } : {}),
        })
      },
      onProblem: () => void preview.refetch(),
    },
  )
  const conflicts = preview.data?.conflicts ?? []
  const ready =
    preview.data !== undefined &&
    !preview.isError &&
    (number !== undefined || (guidance !== '' && !picking)) &&
    (conflicts.length === 0 || choice !== null)
  const send = () => {
    if (ready && !correct.busy) correct.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Correct this decision"
      description={<Words text={decision.question} />}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          {!closed && (
            <Button variant="primary" busy={correct.busy} disabled={!ready} onClick={send} shortcut="mod+enter">
              {mode === 'revert' ? 'Redo from here' : 'Add it'}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {correct.problem && <ProblemState problem={correct.problem} />}
        {plan && builtin !== null && (
          <Deaf plan={plan} actor={builtin} others={others?.length ?? null} again={choose === null} />
        )}
        <How
          choose={choose}
          others={others}
          picking={picking}
          picked={answer}
          onPick={setPicked}
          mode={mode}
          onMode={(value) => {
            setMode(value)
            setChoice(null)
          }}
        />
        {builtin === null && (
          <Field label="Guidance" note={choose || picking ? 'optional' : undefined}>
            <TextArea
              autoFocus={choose === null && !picking}
              spellCheck
              rows={3}
              value={text}
              placeholder="What should be done instead, and why."
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
              }}
            />
          </Field>
        )}
        {!closed && (
          <>
            <ConflictChoice paths={conflicts} value={choice} onChange={setChoice} />
            <QueryView query={preview}>{(data) => <CorrectionPreview preview={data} />}</QueryView>
          </>
        )}
      </div>
    </Dialog>
  )
}
