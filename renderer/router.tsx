import { createHashHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { ActionScreen } from './actions/action-screen'
import { ActionsScreen } from './actions/actions-screen'
import { NewActionScreen } from './actions/new-action-screen'
import { actionSearch } from './actions/search'
import { Frame } from './frame/frame'
import { BrokenScreen, NotFoundScreen } from './frame/lost-screens'
import { InboxScreen } from './inbox/inbox-screen'
import { inboxSearch } from './inbox/search'
import { NewPlanScreen } from './new-plan/new-plan-screen'
import { newPlanSearch } from './new-plan/search'
import { PlanScreen } from './plan/plan-screen'
import { planSearch } from './plan/search'
import { PlansScreen } from './plans/plans-screen'
import { plansSearch } from './plans/search'
import { ProjectsScreen } from './projects/projects-screen'
import { projectsSearch } from './projects/search'
import { ResourcesScreen } from './resources/resources-screen'
import { resourceSearch } from './resources/search'
import { SettingsScreen } from './settings/settings-screen'
import { settingsSearch } from './settings/search'

const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundScreen })
const under = () => root

// Each route is a constant of its own: written inside `addChildren`, a route's search would lose its type.
// A name may hold slashes (`local/ci-fix/handle-null-users`), so names take the rest of the address.
const inbox = createRoute({ getParentRoute: under, path: '/', component: InboxScreen, validateSearch: inboxSearch })
// The Inbox is the first screen; its own name leads there too.
const inboxByName = createRoute({
  getParentRoute: under,
  path: '/inbox',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: '/', replace: true })
  },
})
const plans = createRoute({
  getParentRoute: under,
  path: '/plans',
  component: PlansScreen,
  validateSearch: plansSearch,
})
const newPlan = createRoute({
  getParentRoute: under,
  path: '/plans/new',
  component: NewPlanScreen,
  validateSearch: newPlanSearch,
})
const plan = createRoute({
  getParentRoute: under,
  path: '/plans/$planId',
  component: PlanScreen,
  validateSearch: planSearch,
})
const projects = createRoute({
  getParentRoute: under,
  path: '/projects',
  component: ProjectsScreen,
  validateSearch: projectsSearch,
})
const project = createRoute({
  getParentRoute: under,
  path: '/projects/$',
  component: ProjectsScreen,
  validateSearch: projectsSearch,
})
const resources = createRoute({
  getParentRoute: under,
  path: '/resources',
  component: ResourcesScreen,
  validateSearch: resourceSearch,
})
const resource = createRoute({
  getParentRoute: under,
  path: '/resources/$',
  component: ResourcesScreen,
  validateSearch: resourceSearch,
})
const actions = createRoute({ getParentRoute: under, path: '/actions', component: ActionsScreen })
const newAction = createRoute({ getParentRoute: under, path: '/actions/new', component: NewActionScreen })
const action = createRoute({
  getParentRoute: under,
  path: '/actions/$',
  component: ActionScreen,
  validateSearch: actionSearch,
})
const settings = createRoute({
  getParentRoute: under,
  path: '/settings',
  component: SettingsScreen,
  validateSearch: settingsSearch,
})

const tree = root.addChildren([
  inbox,
  inboxByName,
  plans,
  newPlan,
  plan,
  projects,
  project,
  resources,
  resource,
  actions,
  newAction,
  action,
  settings,
])

export function createAppRouter() {
  return createRouter({
    routeTree: tree,
    history: createHashHistory(),
    defaultErrorComponent: BrokenScreen,
    defaultPreload: false,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
