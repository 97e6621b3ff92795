/** Names of values that are secrets wherever they stand. */
const secretName =
  /^(.*[._-])?(token|secret|password|passphrase|authorization|cookie|set-cookie|credentials?|api[._-]?key|x-api-key|private[._-]?key|access[._-]?key)$/i
/** Names written in one word, as JavaScript has them: apiKey, accessToken. */
const secretWord = /(ApiKey|apiKey|Token|Secret|Password|PrivateKey|AccessKey)$/

/** Texts that are secrets by their own form. */
const secretForms: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\b(sk|pk|rk)-[A-Za-z0-9_-]{12,}/g, '[redacted]'],
  [/\b(ghp|gho|ghu|ghs|ghr|glpat|xox[abprs])[_-][A-Za-z0-9_-]{16,}/g, '[redacted]'],
  [/\bgithub_pat_[A-Za-z0-9_]{20,}/g, '[redacted]'],
  [/\bAKIA[0-9A-Z]{16}\b/g, '[redacted]'],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, '[redacted]'],
  [/(:\/\/[^/\s:@]{1,200}:)[^/\s@]{1,200}@/g, '$1[redacted]@'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[redacted]'],
]

const longestText = 16_384
const longestList = 200
const deepest = 8

/** Takes secrets out of a text: the known ones, and those of a known form. Cut afterwards, so that no half of one is left. */
export function maskText(text: string, known: readonly string[] = []): string {
  // A short one would take words out of everything that is written.
  const long = known.filter((secret) => secret.length >= 8)
  const named = long.reduce((masked, secret) => masked.replaceAll(secret, '[redacted]'), text)
  const formed = secretForms.reduce((masked, [form, instead]) => masked.replaceAll(form, instead), named)
  if (formed.length <= longestText) return formed
  return `${formed.slice(0, longestText)}… ${formed.length - longestText} characters left out`
}

function maskValue(value: unknown, known: readonly string[], depth: number, above: readonly unknown[]): unknown {
  if (typeof value === 'string') return maskText(value, known)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest || above.includes(value)) return '[…]'
  const within = [...above, value]
  if (value instanceof Error) {
    const { name, message, stack, cause } = value
    const code: unknown = Reflect.get(value, 'code')
    return maskValue({ name, message, code, stack, cause }, known, depth, within)
  }
  if (Array.isArray(value)) {
    return value.slice(0, longestList).map((item) => maskValue(item, known, depth + 1, within))
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  const entries = Object.entries(value).slice(0, longestList)
  return Object.fromEntries(
    entries.map(([name, item]) => {
      const secret =
        (secretName.test(name) || secretWord.test(name)) && (typeof item === 'string' || typeof item === 'object')
      return [name, secret && item !== null && item !== '' ? '[redacted]' : maskValue(item, known, depth + 1, within)]
    }),
  )
}

/** Takes secrets out of data, at any depth, by the names of values, their forms and what is known; bounded, and safe with cycles. */
export function maskData(
  data: Readonly<Record<string, unknown>>,
  known: readonly string[] = [],
): Record<string, unknown> {
  return maskValue(data, known, 0, []) as Record<string, unknown>
}
