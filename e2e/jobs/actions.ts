/** An action with an arg of most types, for a model. */
export const fixHealth = `name: local/fix-health
description: Fix a bug of the health endpoint
definition_of_done: |
  - The described bug no longer reproduces
  - The response format stays as it is
reusable: true
args:
  - name: bug_description
    type: string
    required: true
    description: What goes wrong
  - name: depth
    type: choice
    choices: [quick, thorough]
    default: quick
invariants:
  - Public APIs stay compatible
`

/** The same with a value that does not fit, on line 6. */
export const faulty = fixHealth.replace('reusable: true', 'reusable: perhaps')
export const faultyLine = 6
