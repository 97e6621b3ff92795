/** One line for people: the tool and what it is pointed at. */
export function describeCall(name: string, args: unknown): string {
  const given = typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {}
  const target = given['path'] ?? given['command'] ?? given['query'] ?? given['from'] ?? ''
  return target === '' ? name : `${name} ${String(target).split('\n')[0]}`
}
