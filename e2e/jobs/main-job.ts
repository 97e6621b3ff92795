import { expect } from '@playwright/test'
import { alternatives, question } from '../fixtures/health-model.ts'
import { git } from '../fixtures/repository.ts'
import type { ModelServer } from '../model-server/index.ts'
import type { Screens } from '../pages/index.ts'
import { faulty, faultyLine, fixHealth } from './actions.ts'

/** The steps of the main job, as a person does them in any front. Each begins where the one before it ends. */

/** Registers the checkout; `give` types its path or picks it. */
export async function registerCheckout(
  { frame, resources, page }: Screens,
  give: () => Promise<void>,
  name: string,
): Promise<void> {
  await frame.goTo('Resources')
  await resources.openDialog()
  await give()
  await expect(resources.dialog.getByText(/git/i).first()).toBeVisible()
  await expect(resources.name).toHaveValue(name)
  await expect(resources.branch).toContainText('main')
  await resources.register.click()
  await expect(resources.detail(name)).toBeVisible()
  await expect(resources.discovered).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`#/resources/${encodeURIComponent(name).replace('%2F', '(/|%2F)')}`))
}

export async function createProject({ frame, projects }: Screens, name: string, resource: string): Promise<void> {
  await frame.goTo('Projects')
  await projects.create(name, [resource])
  await expect(projects.detail(name).getByRole('link', { name: resource })).toBeVisible()
}

/** Writes the action in the editor: completion offers keys, a fault is shown at its line, and the form grows beside it. */
export async function writeAction({ frame, actions }: Screens): Promise<void> {
  await frame.goTo('Actions')
  await actions.newAction.click()
  await actions.replaceText(faulty)
  await expect(actions.problems.first()).toContainText(new RegExp(`^${faultyLine}:`))
  await expect(actions.save).toBeDisabled()
  await actions.replaceText(fixHealth)
  await expect(actions.noProblems).toBeVisible()
  await expect(actions.form.getByRole('textbox', { name: 'bug_description' })).toBeVisible()
  await actions.details.getByRole('textbox', { name: 'Description' }).first().fill('Mend the health endpoint')
  await expect(actions.editor).toContainText('description: Mend the health endpoint')
  await actions.pickActor('Strategy actor', 'builtin/rewrite')
  await expect(actions.editor).toContainText('strategy_actor: builtin/rewrite')
  await expect(actions.problems.first()).toContainText('reads the args pattern, rewrite and language')
  await actions.replaceText(fixHealth)
  await actions.details.getByRole('listitem', { name: 'Rule 1' }).getByRole('button', { name: 'Add a check' }).click()
  await actions.details.getByRole('textbox', { name: 'These paths never change' }).fill('src/[')
  await expect(actions.details.getByRole('alert')).toContainText('src/[')
  await actions.editor.getByText('definition_of_done').hover()
  await expect(actions.keyHelp).toContainText('What must be true when the work is done')
  await actions.typeAtEnd('autom')
  await expect(actions.offered.filter({ hasText: 'automation_profile' })).toBeVisible()
  await actions.replaceText(fixHealth)
  await expect(actions.noProblems).toBeVisible()
  await actions.save.click()
  await expect(actions.detail('local/fix-health')).toBeVisible()
}

/** Uses the action on the project: the form refuses to go on without the required arg, and says so at its field. */
export async function usePlan({ actions, newPlan, plan }: Screens, project: string): Promise<void> {
  await actions.use.click()
  await newPlan.chooseProject(project)
  await newPlan.chooseProfile('supervised')
  await expect(newPlan.preview.getByText('Public APIs stay compatible')).toBeVisible()
  await newPlan.create.click()
  await expect(newPlan.problem('Needed to use this action.')).toBeVisible()
  await newPlan.arg('bug_description').fill('The /health endpoint throws when the database is down.')
  await newPlan.create.click()
  await plan.stands('Waits: decision')
}

/** Takes another answer than the proposed one in the Inbox, then approves the strategy there. */
export async function answerInInbox({ frame, inbox }: Screens): Promise<void> {
  await frame.goTo('Inbox')
  await expect(inbox.answer.getByRole('heading', { name: question })).toBeVisible()
  await inbox.option(alternatives[2]).check()
  await inbox.chooseThis.click()
  await expect(inbox.decisions.getByText(alternatives[2])).toBeVisible()
  await inbox.openPlan.click()
}

/** Approves the strategy and watches Execute write, word by word. The model has to be the slow one. */
export async function watchExecute({ plan }: Screens, models: ModelServer): Promise<void> {
  await plan.openTab('Activity')
  await plan.button('Approve strategy').click()
  await plan.stands('Executing')
  const written = models.pace.advance(6)
  await expect(plan.writing).toBeVisible()
  await written
  models.pace.finish()
  await plan.stands('Waits: approval')
  await expect(plan.activity.getByText(/edit_file/).first()).toBeVisible()
}

export async function reviewChanges({ plan }: Screens): Promise<void> {
  await plan.openTab('Changes')
  await expect(plan.changedFiles).toHaveCount(1)
  const diff = plan.diff('src/health.py')
  await expect(diff.getByText('return {"status": "degraded"}')).toBeVisible()
  await expect(diff.getByRole('img', { name: 'added' }).first()).toBeAttached()
  await expect(diff.getByRole('img', { name: 'deleted' }).first()).toBeAttached()
}

/** Applies what the preview shows, and finds the merge in the real repository. */
export async function applyAsMerge({ plan }: Screens, folder: string, resource: string): Promise<void> {
  const before = git(folder, 'rev-parse', 'HEAD')
  await plan.button('Review and apply…').click()
  await expect(plan.filesToApply(resource).getByRole('listitem')).toHaveText([
    /^Modified\s*src\/health\.py\s*\+4\s*−1$/,
  ])
  await plan.applyNow.click()
  await plan.stands('Applied')
  const parents = git(folder, 'log', '-1', '--format=%P').split(' ')
  expect(parents).toHaveLength(2)
  expect(parents[0]).toBe(before)
  expect(git(folder, 'show', 'HEAD:src/health.py')).toContain('degraded')
  expect(git(folder, 'status', '--porcelain')).toBe('')
}

/** Everything from a folder on disk to a merge commit in it. */
export async function doMainJob(
  app: Screens,
  given: { readonly folder: string; readonly models: ModelServer; readonly give: () => Promise<void> },
): Promise<void> {
  await registerCheckout(app, given.give, 'local/api-service')
  await createProject(app, 'local/api', 'local/api-service')
  await writeAction(app)
  await usePlan(app, 'local/api')
  await answerInInbox(app)
  await watchExecute(app, given.models)
  await reviewChanges(app)
  await applyAsMerge(app, given.folder, 'local/api-service')
}
