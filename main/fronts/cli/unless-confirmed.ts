import { invalid } from '@shared/model/refusal'
import type { Call, Outcome } from './command'
import type { Block } from './output/block'
import { refused } from './refused'

export type Question = {
  /** As it is shown at a terminal. */
  readonly question: string
  readonly command: string
  readonly data: unknown
  readonly blocks: readonly Block[]
  /** What is said where the person does not agree. */
  readonly declined: string
}

/** Asks at a terminal; elsewhere answers what the command would do and wants `--yes`. Undefined means: go on. */
export async function unlessConfirmed({ caller }: Call, asked: Question): Promise<Outcome | undefined> {
  if (caller.interactive) {
    const agreed = await caller.confirm(asked.question, asked.blocks)
    return agreed ? undefined : { data: asked.data, status: 'warn', blocks: () => [], verdict: asked.declined }
  }
  const [name = ''] = asked.command.split(' ').slice(2, 3)
  const refusal = invalid('confirmation.required', `Without a terminal, ${name} wants --yes. Nothing was changed.`, {
    hint: `Look at the preview, then run: ${asked.command}`,
  })
  return { ...refused(refusal.data, asked.data), blocks: () => asked.blocks }
}
