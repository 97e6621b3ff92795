/** What the address may carry after `?`: text, or nothing. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

export function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((one) => one === value)
}

export function textsOf(value: unknown): string[] | undefined {
  const many = (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one) ?? [])
  return many.length > 0 ? many : undefined
}
