import type { UpdateChoice } from './plan'

/** What each choice does with a file that the plan and its target both changed, in the words of every front. */
export const updateWords: Readonly<Record<UpdateChoice, string>> = {
  plan: "keep the plan's version",
  target: "keep the target's version",
  actor: 'have the actor merge both',
}

/** The option of the command line that makes each choice. */
export const updateFlags: Readonly<Record<UpdateChoice, string>> = {
  plan: 'keep-plan',
  target: 'keep-target',
  actor: 'hand-over',
}
