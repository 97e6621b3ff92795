import type { ChangeEvent } from '@shared/contract/events'

/** A question by its path in the contract, and where it concerns one entity, the input that names it. */
export type Stale = { readonly path: readonly string[]; readonly input?: Readonly<Record<string, string>> }

const ask = (...path: string[]): Stale => ({ path })

function afterPlan(id: string | null): readonly Stale[] {
  const about = (name: string): Stale => ({
    path: ['plans', name],
    ...(id === null ? {} : { input: { plan_id: id } }),
  })
  return [
    ask('plans', 'list'),
    about('status'),
    about('diff'),
    about('risk'),
    about('isolation'),
    about('previewUndo'),
    about('artifacts'),
    about('tree'),
    about('previewApply'),
    about('receipt'),
    about('corrections'),
    about('previewRollback'),
    ask('plans', 'previewCorrection'),
    ask('plans', 'correctionDiff'),
    { path: ['validations', 'results'], ...(id === null ? {} : { input: { plan_id: id } }) },
    ask('plans', 'explain'),
    ask('inbox'),
    ask('events', 'pulse'),
    ask('projects'),
  ]
}

/** Which answers a change makes stale; `all` where everything has to be asked again. */
export function staleAfter(event: Pick<ChangeEvent, 'topic' | 'id'>): readonly Stale[] | 'all' {
  switch (event.topic) {
    case 'reset':
      return 'all'
    case 'plan':
      return afterPlan(event.id)
    case 'decision':
      // The id may be the decision's or its plan's, so every tree in sight is asked again. A tool call is recorded as a
      // decision once it has written, which is how changes appear while Execute runs.
      return [
        ask('plans', 'tree'),
        ask('plans', 'explain'),
        ask('plans', 'status'),
        ask('plans', 'diff'),
        ask('plans', 'artifacts'),
        ask('plans', 'previewRollback'),
        ask('plans', 'previewCorrection'),
        ask('plans', 'previewUndo'),
        ask('plans', 'correctionDiff'),
        ask('inbox'),
      ]
    case 'review':
      return [
        { path: ['review', 'state'], ...(event.id === null ? {} : { input: { plan_id: event.id } }) },
        // A rejection can be taken back by an undo.
        { path: ['plans', 'status'], ...(event.id === null ? {} : { input: { plan_id: event.id } }) },
        // The risk and the Inbox tell of what would be applied.
        { path: ['plans', 'risk'], ...(event.id === null ? {} : { input: { plan_id: event.id } }) },
        ask('plans', 'previewApply'),
        ask('inbox'),
      ]
    case 'resource':
      return [ask('resources'), ask('projects'), ask('plans', 'preview')]
    case 'project':
      return [ask('projects'), ask('resources'), ask('plans', 'preview'), ask('invariants'), ask('validations')]
    case 'action':
      return [ask('actions'), ask('plans', 'preview'), ask('invariants')]
    case 'actor':
      return [ask('actors'), ask('plans', 'preview')]
    case 'provider':
      return [ask('providers'), ask('actors'), ask('plans', 'preview')]
    case 'settings':
      return [ask('settings'), ask('profiles'), ask('actors'), ask('providers'), ask('plans', 'preview')]
    case 'profile':
      return [ask('profiles'), ask('settings'), ask('plans', 'preview')]
    case 'invariant':
      return [ask('invariants'), ask('plans', 'preview'), ask('plans', 'status'), ask('projects')]
    case 'validation':
      return [ask('validations'), ask('plans', 'status'), ask('projects')]
    case 'heartbeat':
      return []
  }
}

/** One entry for each distinct question, so that a burst of events asks once. */
export function distinct(stale: readonly Stale[]): readonly Stale[] {
  return [...new Map(stale.map((entry) => [JSON.stringify(entry), entry])).values()]
}
