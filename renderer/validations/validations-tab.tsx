import type { PlanView } from '@shared/contract/plan-view'
import type { ValidationStandingView } from '@shared/contract/validations'
import { isTerminal } from '@shared/model/plan'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FlaskConical, Play, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { plural } from '../format/format'
import { Button, Chip, cx, Duration, EmptyState, notify, Spacer, SplitPane, StatusMark, Time, useWide } from '../ui'
import { AttachValidation } from './attach-validation'
import { useRun } from './use-run'
import { ValidationFacts } from './validation-facts'
import { ValidationOutput } from './validation-output'
import { keyOf, modeWords, phaseMeanings, standingMark } from './words'

function Row(props: {
  readonly standing: ValidationStandingView
  readonly selected: boolean
  readonly onSelect: () => void
}) {
  const { standing, selected } = props
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-current={selected ? 'true' : undefined}
        onClick={props.onSelect}
        className={cx(
          'focus-inset flex w-full flex-col gap-0.5 px-4 py-1.5 text-left',
          selected ? 'bg-selected' : 'hover:bg-hover',
        )}
      >
        <span className="flex w-full flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1 font-medium break-words">{standing.name}</span>
          {standing.tests && (
            <span className="text-muted tabular">
              {standing.tests.passed}/{standing.tests.total}
            </span>
          )}
          <StatusMark {...standingMark(standing)} />
        </span>
        <span className="flex w-full flex-wrap items-center gap-x-2 text-sm text-muted">
          <Chip>{modeWords[standing.mode]}</Chip>
          <span className="min-w-0 flex-1">{phaseMeanings[standing.phase]}</span>
          {standing.duration_ms !== null && <Duration ms={standing.duration_ms} />}
          {standing.at !== null && <Time at={standing.at} />}
        </span>
      </button>
    </li>
  )
}

function DetachButton(props: { readonly plan: PlanView; readonly name: string }) {
  const { client } = useCore()
  const list = useQuery(useAsk().validations.list.queryOptions())
  const input = { validation: props.name, plan: props.plan.plan_id }
  const attach = useCommand(() => client.validations.attach(input))
  const detach = useCommand(() => client.validations.detach(input), {
    onDone: () => notify.done(`${props.name} is detached`, { action: { label: 'Undo', run: () => attach.run() } }),
  })
  const one = list.data?.validations.find(({ name }) => name === props.name)
  if (!one?.attached.some(({ target, id }) => target === 'plan' && id === props.plan.plan_id)) return null
  return (
    <Button variant="ghost" icon={Unlink} busy={detach.busy} onClick={() => detach.run()}>
      Detach from this plan
    </Button>
  )
}

function Detail(props: {
  readonly plan: PlanView
  readonly standing: ValidationStandingView
  readonly onBack: () => void
}) {
  const { plan, standing } = props
  const wide = useWide()
  const { run, why } = useRun(plan)
  const query = useQuery(useAsk().validations.results.queryOptions({ input: { plan_id: plan.plan_id } }))
  return (
    <section aria-label="Validation" className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
      {!wide && (
        <Button variant="ghost" icon={ArrowLeft} onClick={props.onBack} className="mb-2 -ml-2">
          All validations
        </Button>
      )}
      <div className="flex max-w-3xl flex-col gap-4">
        <header className="flex flex-wrap items-center gap-2">
          <h2 className="min-w-0 flex-1 text-lg break-words">{standing.name}</h2>
          <DetachButton plan={plan} name={standing.name} />
          {(why === null || run.busy) && (
            <Button icon={Play} busy={run.busy} onClick={() => run.run(standing.name)}>
              Run now
            </Button>
          )}
        </header>
        {standing.description && <p className="break-words">{standing.description}</p>}
        <ValidationFacts standing={standing} />
        <QueryView query={query}>
          {({ results }) => {
            const runs = results.filter((one) => one.name === standing.name && one.ran_on === standing.ran_on)
            const last = runs.at(-1)
            if (!last) return <p className="text-muted">It has not run on this plan yet. {why}</p>
            return (
              <>
                <h2>Output</h2>
                <ValidationOutput key={last.id} result={last} />
                {runs.length > 1 && (
                  <p className="text-sm text-muted">
                    It ran {plural(runs.length, 'time')} on this plan; this is the last.
                  </p>
                )}
              </>
            )
          }}
        </QueryView>
      </div>
    </section>
  )
}

/** A plan's checks: how each stands, what it wrote, and how to run it again. */
export function ValidationsTab({ plan }: { readonly plan: PlanView }) {
  const all = plan.validations
  const wide = useWide()
  const { run, why } = useRun(plan)
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = all.find((one) => keyOf(one) === picked)
  const shown = chosen ?? (wide ? (all.find((one) => one.passed === false) ?? all[0]) : undefined)
  const attach = !isTerminal(plan.state) && (
    <AttachValidation target={{ plan: plan.plan_id }} attached={all.map(({ name }) => name)} />
  )
  if (all.length === 0)
    return (
      <EmptyState icon={FlaskConical} title="No validations" actions={attach}>
        A validation is a command, such as a test run, that the plan’s changes have to pass before they reach your
        files. Attach one to this plan, or to its project for every plan there.
      </EmptyState>
    )
  return (
    <SplitPane
      name="validations"
      label="Width of the list of validations"
      open={!wide && shown !== undefined}
      list={
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1">
            <span className="text-muted">{why ?? plural(all.length, 'validation')}</span>
            <Spacer />
            {(why === null || run.busy) && (
              <Button icon={Play} busy={run.busy} onClick={() => run.run(undefined)}>
                Run all now
              </Button>
            )}
          </div>
          <ul aria-label="Validations">
            {all.map((one) => (
              <Row key={keyOf(one)} standing={one} selected={one === shown} onSelect={() => setPicked(keyOf(one))} />
            ))}
          </ul>
          <div className="px-4 py-3">{attach}</div>
        </div>
      }
      detail={shown && <Detail key={keyOf(shown)} plan={plan} standing={shown} onBack={() => setPicked(null)} />}
    />
  )
}
