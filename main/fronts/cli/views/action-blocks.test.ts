import type { ActionView } from '@shared/contract/actions'
import { expect, it } from 'vitest'
import { actionBlocks } from './action-blocks'

const arg = (name: string, required: boolean) => ({
  name,
  type: 'string' as const,
  required,
  default: null,
  description: '',
  choices: null,
  pattern: null,
})

it('says how an action is used on one line that can be pasted', () => {
  const action: ActionView = {
    action_id: '01A',
    name: 'local/fix-bug',
    description: '',
    long_description: '',
    definition_of_done: '',
    actors: {},
    reusable: true,
    read_only: false,
    state: 'available',
    automation_profile: null,
    args: [arg('bug', true), arg('file', true), arg('hint', false)],
    invariants: [],
    revision: 1,
    source: '',
    builtin: false,
    created: 0,
  }
  expect(actionBlocks('Action', action).at(-1)).toMatchObject({
    title: 'Usage',
    lines: ['agents plan use --arg bug="..." --arg file="..." local/fix-bug PROJECT'],
  })
})
