import type { ActionView } from '@shared/contract/actions'
import type { ProjectView } from '@shared/contract/projects'
import type { ProfileView } from '@shared/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { fieldProblems } from '../core/problem'
import { ProblemState, QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Restored, useKept } from '../core/use-kept'
import { useShortcuts } from '../core/use-shortcuts'
import { forgetPreference, readPreference, writePreference } from '../preferences'
import { Button, Checkbox, Field, Picker, Select, TextInput } from '../ui'
import { ArgForm } from './arg-control'
import { checkDraft, type Draft, initialDraft } from './form'
import { NothingToUse } from './nothing-to-use'
import { PlanPreview } from './plan-preview'
import { ProjectPicker } from './project-picker'
import type { NewPlanSearch } from './search'

const route = getRouteApi('/plans/new')

function Step(props: { readonly number: number; readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={props.title} className="flex gap-3">
      <span
        aria-hidden
        className="flex size-5 shrink-0 items-center justify-center rounded-full bg-pressed text-xs font-semibold text-muted tabular"
      >
        {props.number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h2>{props.title}</h2>
        {props.children}
      </div>
    </section>
  )
}

/** Where the plan that is being written stands, so that a blank New plan leads back to it. */
const lastPlace = 'draft.new-plan'
type Place = Pick<NewPlanSearch, 'action' | 'project' | 'args' | 'profile'>

type Typed = {
  readonly args: Draft
  readonly profile: string | null
  readonly uncommitted: boolean
  /** Not there in what was kept of an earlier form. */
  readonly title?: string
}

function useDraft(action: ActionView | undefined, given: Draft, profile: string | null) {
  // What an address brings along is another beginning than the blank form, with unsaved work of its own.
  const brought = [...(Object.keys(given).length > 0 ? [JSON.stringify(given)] : []), ...(profile ? [profile] : [])]
  const name = ['plan', action?.name ?? '', ...brought].join(':')
  const kept = useKept<Typed>(name, { args: given, profile, uncommitted: false })
  const typed = kept.value.args
  const [checkedOf, setCheckedOf] = useState<string | null>(null)
  const checked = checkedOf === name
  const specs = action?.args ?? []
  const draft = { ...initialDraft(specs), ...typed }
  const result = checkDraft(specs, draft)
  const isPath = (arg: string) => specs.some((spec) => spec.name === arg && spec.type === 'path')
  return {
    draft,
    kept,
    args: result.args,
    // Only paths are looked up: what else is typed asks nothing of the core.
    pathArgs: Object.fromEntries(Object.entries(result.args).filter(([arg]) => isPath(arg))),
    valid: Object.keys(result.problems).length === 0,
    // Nothing is called wrong before one has tried to go on.
    problems: checked ? result.problems : {},
    check: () => setCheckedOf(name),
    change: (arg: string, value: string | boolean) => kept.change({ ...kept.value, args: { ...typed, [arg]: value } }),
  }
}

/** The last step, with what is missing for it; its key works from any field. */
function CreateStep(props: {
  readonly missing: string | null
  readonly wrong: boolean
  readonly busy: boolean
  readonly onCreate: () => void
}) {
  useShortcuts({ 'mod+enter': props.onCreate })
  return (
    <div className="flex flex-wrap items-center gap-3 pl-8">
      <Button
        variant="primary"
        shortcut="mod+enter"
        busy={props.busy}
        disabled={props.missing !== null}
        onClick={props.onCreate}
      >
        Create plan
      </Button>
      {props.wrong ? (
        <span className="text-failed">Some arguments need your attention.</span>
      ) : (
        props.missing && <span className="text-muted">Choose {props.missing} to go on.</span>
      )}
    </div>
  )
}

function TitleField(props: { readonly title: string; readonly onChange: (title: string) => void }) {
  return (
    <Field
      label="Title"
      note="optional"
      help="What the plan is called in lists and in its commit. Without one its action and arguments say it."
    >
      <TextInput value={props.title} maxLength={200} onChange={({ target }) => props.onChange(target.value)} />
    </Field>
  )
}

function Aside({ children }: { readonly children: ReactNode }) {
  return (
    <div
      // It scrolls and holds nothing that takes focus, so the keyboard needs it to.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="focus-inset border-line bg-panel px-6 py-5 max-[1099px]:border-t wide:w-[26rem] wide:shrink-0 wide:overflow-y-auto wide:border-l"
    >
      {children}
    </div>
  )
}

function Form(props: {
  readonly action: ActionView | undefined
  readonly actions: readonly ActionView[]
  readonly projects: readonly ProjectView[]
  readonly profiles: readonly ProfileView[]
}) {
  const { action } = props
  const { client } = useCore()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const form = useDraft(action, search.args ?? {}, search.profile ?? null)
  const { kept } = form
  const { profile, uncommitted, title = '' } = kept.value
  const chosen = search.project ?? []
  const { unsaved } = kept
  useEffect(() => {
    if (unsaved) writePreference(lastPlace, search)
  }, [unsaved, search])
  const use = useCommand(
    (name: string) =>
      client.plans.use({
        action: name,
        projects: chosen,
        args: form.args,
        automation_profile: profile ?? undefined,
        include_uncommitted: uncommitted,
        ...(title.trim() === '' ? {} : { title: title.trim() }),
      }),
    {
      onDone: (plan) => {
        kept.forget()
        forgetPreference(lastPlace)
        void navigate({ to: '/plans/$planId', params: { planId: plan.plan_id }, search: {} })
      },
      onProblem: () => {},
    },
  )
  // What was refused of another action says nothing of this one.
  const problem = use.input === action?.name ? use.problem : null
  const told = problem ? fieldProblems(problem) : {}
  const problems = { ...told, ...form.problems }
  const elsewhere =
    problem !== null && Object.keys(told).every((name) => !action?.args.some((arg) => arg.name === name))
  const create = () => {
    form.check()
    if (action && form.valid && chosen.length > 0 && !use.busy) use.run(action.name)
  }
  const discard = () => {
    kept.discard()
    forgetPreference(lastPlace)
  }
  return (
    <>
      {kept.restored && <Restored outdated={kept.outdated} onDiscard={discard} />}
      <div className="flex min-h-0 flex-1 flex-col max-[1099px]:overflow-y-auto wide:flex-row">
        <div className="flex min-w-0 flex-col gap-6 px-6 py-5 wide:flex-1 wide:overflow-y-auto wide:*:max-w-2xl">
          <Step number={1} title="Action">
            <Picker
              first
              label="Action"
              value={action?.name ?? null}
              placeholder="What should be done?"
              onChange={(name) => void navigate({ search: { project: search.project, action: name }, replace: true })}
              options={props.actions.map((one) => ({ value: one.name, label: one.name, hint: one.description }))}
            />
            {action && <p className="text-muted">{action.description}</p>}
          </Step>
          <Step number={2} title="Projects">
            <ProjectPicker
              projects={props.projects}
              chosen={chosen}
              onChange={(project) => void navigate({ search: { ...search, project }, replace: true })}
            />
          </Step>
          {action && (
            <Step number={3} title="Arguments">
              <div className="flex flex-col gap-4">
                <ArgForm args={action.args} draft={form.draft} problems={problems} onChange={form.change} />
                <TitleField title={title} onChange={(next) => kept.change({ ...kept.value, title: next })} />
              </div>
            </Step>
          )}
          <Step number={action ? 4 : 3} title="How much it decides by itself">
            <Field label="Automation profile">
              <Select
                value={profile ?? ''}
                onChange={(name) => kept.change({ ...kept.value, profile: name === '' ? null : name })}
                options={[
                  { value: '', label: 'As the action, project or settings say' },
                  ...props.profiles.map((one) => ({ value: one.name, label: one.name, hint: one.description })),
                ]}
              />
            </Field>
            <Checkbox
              checked={uncommitted}
              onChange={(checked) => kept.change({ ...kept.value, uncommitted: checked })}
              label="Include uncommitted edits"
              help="The sandbox then starts from your working tree as it is, else from the last commit."
            />
          </Step>
          {problem && elsewhere && <ProblemState problem={problem} />}
          <CreateStep
            missing={action ? (chosen.length === 0 ? 'a project' : null) : 'an action'}
            wrong={Object.keys(problems).length > 0}
            busy={use.busy}
            onCreate={create}
          />
        </div>
        <Aside>
          <PlanPreview
            action={action?.name}
            projects={chosen}
            args={form.pathArgs}
            profile={profile}
            uncommitted={uncommitted}
          />
        </Aside>
      </div>
    </>
  )
}

export function NewPlanScreen(): ReactNode {
  const ask = useAsk()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const wanted = search.action
  const blank = !search.action && !search.project && !search.args && !search.profile
  useEffect(() => {
    const place = blank ? readPreference<Place | null>(lastPlace, null) : null
    if (place) void navigate({ search: place, replace: true })
    // Only what the screen was opened with leads back; an action that is taken off again stays off.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const actions = useQuery(ask.actions.list.queryOptions({ input: { state: 'available' } }))
  const projects = useQuery(ask.projects.list.queryOptions())
  const profiles = useQuery(ask.profiles.list.queryOptions())
  return (
    <QueryView query={actions}>
      {({ actions: all }) => (
        <QueryView query={projects}>
          {({ projects: places }) => {
            if (all.length === 0) return <NothingToUse what="actions" />
            if (places.length === 0) return <NothingToUse what="projects" />
            return (
              <Form
                action={all.find((one) => one.name === wanted)}
                actions={all}
                projects={places}
                profiles={profiles.data?.profiles ?? []}
              />
            )
          }}
        </QueryView>
      )}
    </QueryView>
  )
}
