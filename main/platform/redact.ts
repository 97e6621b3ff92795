/** Takes secrets out of texts. */
export type Redactor = {
  /** Makes a value known; it is masked wherever it occurs from now on. Values under 6 characters are ignored. */
  add(secret: string): void
  redact(text: string): string
  /** The same value with every string in it redacted, keys included; values under telling keys are masked whole. */
  redactJson<T>(value: T): T
}

export const mask = '[redacted]'
const shortestSecret = 6

const tellingKey = String.raw`[\w.-]{0,60}(?:api[_-]?key|apikey|secret|token|passwd|password|private[_-]?key|access[_-]?key|credentials?|authorization)[\w-]{0,60}`

/** Each pattern keeps its first group, which says what was there, and masks the rest. None can match its own mask. */
const patterns: readonly RegExp[] = [
  /()-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /()\b(?:sk|rk|pk)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9_-]{16,}/g,
  /()\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /()\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /()\bglpat-[A-Za-z0-9_-]{16,}/g,
  /()\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /()\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /()\bAIza[A-Za-z0-9_-]{30,}/g,
  /()\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
  /(\b(?:Bearer|Basic)\s+)(?!\[redacted\])[A-Za-z0-9+/=._~-]{8,}/gi,
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"]{1,80}:)(?!\[redacted\])[^\s@/'"]{1,200}(?=@)/gi,
]

/** `KEY=value` and `token: value` as in `.env`, YAML and JSON; only a value that could be a secret is masked. */
const assignment = new RegExp(
  String.raw`(^|[\s,{;"'])(${tellingKey})(["']?[ \t]*[:=][ \t]*)("[^"\n]*"|'[^'\n]*'|[^\s,;"'{}()[\]]+)`,
  'gim',
)
const secretHeaders = /^(?:authorization|proxy-authorization|x-api-key|api-key|cookie|set-cookie)$/i
const wholeTellingKey = new RegExp(`^${tellingKey}$`, 'i')

/** Code reads variables, calls functions and writes numbers; none of those is a secret. */
function isHarmless(value: string): boolean {
  const bare = value.replace(/^["']|["']$/g, '')
  if (bare.length < shortestSecret || bare.includes(mask)) return true
  if (
    /^(?:true|false|null|none|bearer|basic|undefined|string|number|boolean|required|optional)$/i.test(bare) ||
    /^\d+$/.test(bare)
  )
    return true
  return (
    /^(?:\$\{?|process\.|os\.|env\.|import\.|self\.|this\.|req\.|config\.|settings\.|<|%)/.test(bare) ||
    (value === bare && /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(bare))
  )
}

const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function redactAssignments(text: string): string {
  return text.replace(assignment, (whole, before: string, key: string, middle: string, value: string) => {
    if (isHarmless(value)) return whole
    const quote = /^["']/.test(value) ? value[0] : ''
    return `${before}${key}${middle}${quote}${mask}${quote}`
  })
}

/** A secret also leaks in the forms that carry it: JSON-escaped, percent-encoded, base64. */
function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64')
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64.replace(/=+$/, '')]
}

export function createRedactor(): Redactor {
  const forms = new Set<string>()
  let known: RegExp | undefined

  function redact(text: string): string {
    let result = known ? text.replace(known, mask) : text
    for (const pattern of patterns) result = result.replace(pattern, `$1${mask}`)
    return redactAssignments(result)
  }

  function redactUnder(key: string, value: unknown): unknown {
    const isTelling = secretHeaders.test(key) || wholeTellingKey.test(key)
    return isTelling && typeof value === 'string' && !isHarmless(value) ? mask : walk(value)
  }

  function walk(value: unknown): unknown {
    if (typeof value === 'string') return redact(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [redact(key), redactUnder(key, inner)]))
  }

  return {
    add(secret) {
      const trimmed = secret.trim()
      if (trimmed.length < shortestSecret) return
      for (const form of formsOf(trimmed)) forms.add(form)
      // The longest first, so that a secret that begins with another is masked whole.
      const alternatives = [...forms].sort((a, b) => b.length - a.length).map(escapeForPattern)
      known = new RegExp(alternatives.join('|'), 'g')
    },
    redact,
    redactJson: (value) => walk(value) as typeof value,
  }
}
