import type { Page } from '@playwright/test'
import { actions } from './actions.ts'
import { checks } from './checks.ts'
import { changes } from './changes.ts'
import { frame } from './frame.ts'
import { inbox } from './inbox.ts'
import { newPlan } from './new-plan.ts'
import { plan } from './plan.ts'
import { plans } from './plans.ts'
import { profiles } from './profiles.ts'
import { projects } from './projects.ts'
import { resources } from './resources.ts'
import { settings } from './settings.ts'

/** Every screen of one window, found as a person finds it: by what things are and are called. */
export function screens(page: Page) {
  return {
    page,
    frame: frame(page),
    inbox: inbox(page),
    plans: plans(page),
    newPlan: newPlan(page),
    plan: plan(page),
    profiles: profiles(page),
    projects: projects(page),
    resources: resources(page),
    actions: actions(page),
    changes: changes(page),
    checks: checks(page),
    settings: settings(page),
  }
}
export type Screens = ReturnType<typeof screens>
