import { useQuery } from '@tanstack/react-query'
import { FolderPlus, Inbox, Play, Plus } from 'lucide-react'
import { ButtonLink } from '../core/button-link'
import { useAsk } from '../core/core'
import { EmptyState } from '../ui'

/** The first plan has to work before any key is entered, so its action runs without a model. */
const sampleAction = 'local/rewrite-pattern'
const sampleArgs = {
  pattern: 'console.log($$$ARGS)',
  rewrite: 'logger.info($$$ARGS)',
  language: 'javascript',
  paths: 'src/parcels.js, src/routes.js',
}

/** The inbox of someone who has no plans yet, or whom nothing waits for. */
export function NothingWaits() {
  const ask = useAsk()
  const plans = useQuery(ask.plans.list.queryOptions({ input: {} }))
  const projects = useQuery(ask.projects.list.queryOptions())
  const actions = useQuery(ask.actions.list.queryOptions({ input: {} }))
  const sample = projects.data?.projects.find((project) => /(^|\/)sample/.test(project.name))
  const action = actions.data?.actions.find((one) => one.state === 'available' && one.name === sampleAction)
  if (!plans.data) return null
  if (plans.data.total > 0)
    return (
      <EmptyState
        icon={Inbox}
        title="Nothing waits for you"
        actions={
          <>
            <ButtonLink to="/plans/new" variant="primary" icon={Plus} shortcut="n">
              New plan
            </ButtonLink>
            <ButtonLink to="/plans">All plans</ButtonLink>
          </>
        }
      >
        When a plan needs an approval, a choice or an answer, it appears here and can be answered in place.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={Inbox}
      title="Hand over a first piece of work"
      actions={
        <>
          {sample && (
            <ButtonLink
              to="/plans/new"
              search={{ project: [sample.name], action: action?.name, args: action && sampleArgs }}
              variant="primary"
              icon={Play}
            >
              Try it on the sample project
            </ButtonLink>
          )}
          <ButtonLink to="/resources" search={{ register: true }} icon={FolderPlus}>
            Register your own repository
          </ButtonLink>
        </>
      }
    >
      A plan shows its strategy first, works in a sandbox, and changes your files only when you apply it. What waits for
      your decision appears here. No key is needed to try it.
    </EmptyState>
  )
}
