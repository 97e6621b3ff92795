import type { PlanView } from '@shared/contract/plan-view'
import { Link } from '@tanstack/react-router'
import { formatMoney, formatNumber, plural, sentenceCase } from '../format/format'
import { PlanInvariants } from '../invariants/plan-invariants'
import { Chip, Facts, linkLook, Prose, Section, Time } from '../ui'
import { Cost } from './cost'
import { IsolationPanel } from './isolation-panel'
import { applyModeWords } from './use-plan-commands'

const sourceWords: Readonly<Record<PlanView['profile_source'], string>> = {
  plan: 'chosen for this plan',
  action: 'from the action',
  project: 'from the project',
  global: 'from the settings',
  default: 'the default',
}

function Resources({ plan }: { readonly plan: PlanView }) {
  return (
    <Section title="Resources" count={formatNumber(plan.resources.length)}>
      <ul className="overflow-hidden rounded-md border border-line">
        {plan.resources.map((resource) => (
          <li key={resource.resource_id} className="flex flex-col gap-1 border-b border-line px-3 py-2 last:border-b-0">
            <div className="flex flex-wrap items-center gap-2">
              <Link to="/resources/$" params={{ _splat: resource.name }} className={linkLook}>
                {resource.name}
              </Link>
              <Chip>{resource.type}</Chip>
              {resource.read_only && <Chip>read-only</Chip>}
              {resource.includes_uncommitted && <Chip tone="waiting">with uncommitted edits</Chip>}
            </div>
            <Facts
              facts={[
                { name: 'Source', value: <span className="mono">{resource.path}</span> },
                ...(resource.branch
                  ? [
                      {
                        name: 'Branch',
                        value: (
                          <span className="mono">
                            {resource.branch}
                            {resource.base_commit && ` at ${resource.base_commit.slice(0, 10)}`}
                          </span>
                        ),
                      },
                    ]
                  : []),
                ...(resource.uncommitted.length > 0
                  ? [
                      {
                        name: 'Uncommitted',
                        value: plural(resource.uncommitted.length, 'path') + ' in the source at the start',
                      },
                    ]
                  : []),
              ]}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What the calls of known price have cost, and what they may. */
function Spending({ budget, cost_estimated: estimated }: Pick<PlanView, 'budget' | 'cost_estimated'>) {
  const cap = budget.cap_usd === null ? 'no cap' : `at most ${formatMoney(budget.cap_usd)}`
  const all = budget.total_cap_usd
  return (
    <>
      <Cost usd={budget.used_usd} estimated={estimated} /> · {cap}
      {budget.raised && ' (raised by you)'}
      {all !== null && ` · all plans ${formatMoney(budget.total_used_usd)} of ${formatMoney(all)}`}
    </>
  )
}

/** What the plan was made from. */
export function InputsTab({ plan }: { readonly plan: PlanView }) {
  const args = Object.entries(plan.args)
  const actors = Object.entries(plan.actors).filter(([, actor]) => actor !== null)
  return (
    <section aria-label="Inputs" className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
      <div className="flex max-w-3xl flex-col gap-6">
        <Facts
          facts={[
            {
              name: 'Action',
              value: (
                <Link to="/actions/$" params={{ _splat: plan.action }} className={linkLook}>
                  {plan.action}
                  {plan.action_revision !== null && (
                    <span className="text-muted"> revision {formatNumber(plan.action_revision)}</span>
                  )}
                </Link>
              ),
            },
            {
              name: 'Projects',
              value: plan.projects.map((project) => (
                <Link key={project} to="/projects/$" params={{ _splat: project }} className={`${linkLook} mr-3`}>
                  {project}
                </Link>
              )),
            },
            { name: 'Profile', value: `${plan.automation_profile} (${sourceWords[plan.profile_source]})` },
            {
              name: 'Apply as',
              value: plan.read_only ? 'Read-only: nothing is applied' : applyModeWords[plan.apply_mode].label,
            },
            { name: 'Cost', value: <Spending budget={plan.budget} cost_estimated={plan.cost_estimated} /> },
            { name: 'Created', value: <Time at={plan.timing.created} /> },
            { name: 'Id', value: <span className="mono">{plan.plan_id}</span> },
          ]}
        />
        <Section title="Arguments" count={formatNumber(args.length)}>
          {args.length === 0 ? (
            <p className="text-muted">This action takes none.</p>
          ) : (
            <Facts
              facts={args.map(([name, value]) => ({
                name,
                value: <span className="mono whitespace-pre-wrap">{String(value)}</span>,
              }))}
            />
          )}
        </Section>
        {plan.definition_of_done && (
          <Section title="Definition of done">
            <Prose text={plan.definition_of_done} />
          </Section>
        )}
        {plan.guards.length > 0 && (
          <Section title="Guards" count={formatNumber(plan.guards.length)}>
            <ul className="flex list-disc flex-col gap-1 pl-4 marker:text-faint">
              {plan.guards.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Section>
        )}
        <PlanInvariants plan={plan} />
        <Section title="Actors">
          <Facts
            facts={actors.map(([role, actor]) => ({
              name: sentenceCase(role),
              value: <span className="mono">{actor}</span>,
            }))}
          />
        </Section>
        <Resources plan={plan} />
        <IsolationPanel planId={plan.plan_id} />
      </div>
    </section>
  )
}
