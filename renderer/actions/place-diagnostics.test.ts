import { Text } from '@codemirror/state'
import { expect, it } from 'vitest'
import { byWeight, placeDiagnostics, sayDiagnostic } from './place-diagnostics'

const doc = Text.of(['name: x', 'reusabel: true'])
const found = (line: number, column: number, end: number) => ({
  severity: 'error' as const,
  message: 'Unknown key.',
  line,
  column,
  end_line: line,
  end_column: end,
  path: 'reusabel',
  suggestion: 'reusable',
})

it('marks what the core names and offers its suggestion', () => {
  expect(placeDiagnostics(doc, [found(2, 1, 9)])).toEqual([
    { from: 8, to: 16, severity: 'error', message: 'Unknown key. Did you mean “reusable”?' },
  ])
})
it('proposes a missing key as one to add', () => {
  expect(sayDiagnostic({ message: 'No actor is given.', suggestion: 'strategy_actor: ' })).toBe(
    'No actor is given. Add “strategy_actor:”.',
  )
  expect(sayDiagnostic({ message: 'The key "name" is missing.', suggestion: 'name: ' })).toBe(
    'The key "name" is missing.',
  )
})
it('puts what keeps an action from being saved first', () => {
  const warning = { ...found(1, 1, 2), severity: 'warning' as const }
  expect(byWeight([warning, found(2, 1, 9)]).map((one) => one.severity)).toEqual(['error', 'warning'])
})
it('stays inside a document that has become shorter', () => {
  const [mark] = placeDiagnostics(doc, [found(40, 80, 90)])
  expect(mark?.to).toBeLessThanOrEqual(doc.length)
})
