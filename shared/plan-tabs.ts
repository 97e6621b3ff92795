/** The parts of the screen of a plan, in their order: the nth has the key n, and a link may name it. */
export const planTabs = ['decisions', 'changes', 'activity', 'validations', 'inputs', 'checkpoints'] as const
export type PlanTab = (typeof planTabs)[number]

export const planTabLabels: Readonly<Record<PlanTab, string>> = {
  decisions: 'Decisions',
  changes: 'Changes',
  activity: 'Activity',
  validations: 'Validations',
  inputs: 'Inputs',
  checkpoints: 'Checkpoints',
}
