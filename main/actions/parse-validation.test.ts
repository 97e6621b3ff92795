import { expect, it } from 'vitest'
import { parseValidation } from './parse-validation'

it.each(['-5', '0', '1.5', '2147484', 'soon'])('says what a timeout may be where it is %s', (timeout) => {
  const { definition, diagnostics } = parseValidation(`name: a\ncommand: 'true'\ntimeout: ${timeout}\n`, {})
  expect(definition).toBeUndefined()
  const found = timeout === 'soon' ? 'text' : timeout
  expect(diagnostics.map(({ message }) => message)).toEqual([
    `timeout takes a whole number of seconds above 0, at most 2,147,483, but this is ${found}.`,
  ])
})

it('takes the longest timeout that a timer can hold', () => {
  expect(parseValidation("name: a\ncommand: 'true'\ntimeout: 2147483\n", {}).definition?.timeoutS).toBe(2_147_483)
})
