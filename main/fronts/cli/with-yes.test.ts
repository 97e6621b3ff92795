import { expect, it } from 'vitest'
import { givenOf } from './given'
import { withYes } from './with-yes'

it('is the line that was looked at, with --yes: what stood on it is not lost', () => {
  const options = [
    { flags: '-y, --yes', description: '' },
    { flags: '--dry-run', description: '' },
    { flags: '--mode <mode>', description: '' },
    { flags: '--keep-plan <path>', description: '', repeat: true },
    { flags: '--as-is', description: '' },
    { flags: '--no-wait', description: '' },
  ]
  const given = givenOf({
    mode: 'squash',
    'keep-plan': ['a b.txt', "it's.txt"],
    'as-is': true,
    'dry-run': true,
    wait: true,
  })
  expect(withYes('plan update', options, given, ['01HX'])).toBe(
    String.raw`agents plan update --yes --mode squash --keep-plan 'a b.txt' --keep-plan 'it'\''s.txt' --as-is 01HX`,
  )
  expect(withYes('plan update', options, givenOf({ wait: false }), ['01HX'])).toBe(
    'agents plan update --yes --no-wait 01HX',
  )
})
