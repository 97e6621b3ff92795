/** One thing that the contract does not take, as its schema reports it. */
export type InputIssue = {
  readonly code?: string
  readonly path?: readonly unknown[]
  readonly message?: string
  readonly origin?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly expected?: string
  readonly values?: readonly unknown[]
  readonly keys?: readonly string[]
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a set of fields',
  record: 'a set of fields',
}

function bound({ origin, minimum, maximum }: InputIssue, which: 'most' | 'least'): string {
  const count = Number(which === 'most' ? maximum : minimum)
  const shown = count.toLocaleString('en-US')
  const limit = `at ${which} ${shown}`
  if (origin === 'string') {
    if (which === 'least' && count === 1) return 'is empty'
    return `is too ${which === 'most' ? 'long' : 'short'}: it takes ${limit} characters`
  }
  if (origin === 'array' || origin === 'set') return `takes ${limit} ${count === 1 ? 'entry' : 'entries'}`
  return `must be ${limit}`
}

function faultOf(issue: InputIssue): string {
  const { code, message = '', values = [], expected } = issue
  switch (code) {
    case 'too_big':
      return bound(issue, 'most')
    case 'too_small':
      return bound(issue, 'least')
    case 'invalid_type':
      // What came is told in the schema's own words alone.
      if (message.endsWith('received undefined')) return 'is missing'
      return `must be ${kinds[String(expected)] ?? 'of another kind'}`
    case 'invalid_value':
      return `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`
    case 'custom':
      return `is not accepted: ${message}`
    default:
      return 'is not of the form that it takes'
  }
}

/** The issues of a schema in words for a person, without the library's own. */
export function inputFaults(issues: readonly InputIssue[]): readonly string[] {
  return issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') return `there is no field ${(issue.keys ?? []).join(', ')}`
    const name = (issue.path ?? []).join('.').replaceAll('_', ' ')
    if (name !== '') return `"${name}" ${faultOf(issue)}`
    return issue.code === 'custom' ? (issue.message ?? '') : `what was sent ${faultOf(issue)}`
  })
}
