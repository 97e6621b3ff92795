import { expect, it } from 'vitest'
import type { Call } from '../command'
import { givenOf } from '../given'
import { command } from './invariant-list'

it('asks of what, where what holds is wanted of nothing', async () => {
  const call = { given: givenOf({ effective: true }) } as unknown as Call
  await expect(command.run(call)).rejects.toMatchObject({
    data: { kind: 'invalid', message: expect.stringContaining('name --project or --plan') },
  })
})
