import { expect, it } from 'vitest'
import { conflict, invalid } from '@shared/model/refusal'
import { writtenOutcome } from './output/write-outcome'
import { refused } from './refused'

const terminal = { columns: 100, paint: (text: string) => text }

it('lists every fault of a source with its place, as its hint says', async () => {
  const diagnostics = [
    { severity: 'error', message: 'name may not contain spaces', line: 1, column: 7 },
    { severity: 'warning', message: 'nothing fills in {{ args.x }}', line: 4, column: 3 },
  ]
  const { data } = invalid('action.invalid', 'The action has a fault; nothing was stored.', {
    details: { diagnostics },
  })
  const { out, err } = await writtenOutcome('plain', 'action create', refused(data), 1, terminal)
  expect(out.split('\n').slice(1, 3)).toEqual([
    '  line 1, column 7: name may not contain spaces',
    '  line 4, column 3: warning: nothing fills in {{ args.x }}',
  ])
  expect(err).toContain('nothing was stored')
})

it('lists the files that stand in the way of what was refused', async () => {
  const conflicts = [{ resource: 'local/api', path: 'src/a.ts', reason: 'changed since' }, { path: 'b.ts' }]
  const { data } = conflict('revert.conflict', 'What the plan applied cannot be taken back.', {
    details: { conflicts },
  })
  const { out } = await writtenOutcome('plain', 'plan undo', refused(data), 1, terminal)
  expect(out).toContain('local/api: src/a.ts (changed since)\n')
  expect(out).toMatch(/✗ b\.ts$/m)
})
