/** What comes in pieces, masked: each call answers what can be shown by now. */
export type RedactedStream = { push(piece: string): string; end(): string }

/** Takes secrets out of texts. */
export type Redactor = {
  /** Makes a value known; it is masked wherever it occurs from now on. Values under 6 characters are ignored. */
  add(secret: string): void
  redact(text: string): string
  /** Masks a text that comes in pieces; what could be the beginning of a secret is held back until more has come. */
  stream(): RedactedStream
  /** The secrets that are known at present, in every form in which they may stand somewhere. */
  secrets(): readonly string[]
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

/** Characters of one unbroken word that are held back at most; no secret of a known form is longer. */
const longestHeld = 4096
/** The end of a text where a mask may begin: a word, with the name or the scheme before it; a quoted value may hold spaces. */
const openEnd =
  /(?:(?:^|[\s,{;"'(])[\w.-]{1,130}["']?[ \t]*[:=][ \t]*(?:"[^"\n]*"?|'[^'\n]*'?|(?:Bearer[ \t]+|Basic[ \t]+)?\S*)|(?:\b(?:Bearer|Basic)[ \t]+)?\S*)$/i
const openKey =
  /-----BEGIN (?:[A-Z ]*-{0,5}|[A-Z ]*PRIVATE KEY-----(?![\s\S]*-----END [A-Z ]*PRIVATE KEY-----)[\s\S]*)$/

/**
 * Shows a text up to its last white space, which ends every secret but a quoted one; the rest waits for what follows.
 * A private key waits until it is whole.
 */
function streamOf(redact: (text: string) => string, known: () => Iterable<string>): RedactedStream {
  let held = ''
  /** Where a known secret that holds white space may have begun. */
  const spacedStart = (text: string): number => {
    let start = text.length
    for (const secret of known()) {
      if (!/\s/.test(secret)) continue
      for (let length = Math.min(secret.length, text.length); length > 0; length--)
        if (text.endsWith(secret.slice(0, length))) {
          start = Math.min(start, text.length - length)
          break
        }
    }
    return start
  }
  const startOf = (text: string): number => {
    const key = text.search(openKey)
    if (key >= 0) return key
    const start = text.search(openEnd)
    return Math.min(start < 0 || text.length - start > longestHeld ? text.length : start, spacedStart(text))
  }
  return {
    push(piece) {
      const text = held + piece
      const shown = redact(text.slice(0, startOf(text)))
      // A mask that reaches over the cut shows in the whole text alone: then all of it waits.
      const start = redact(text).startsWith(shown) || text.length > longestHeld ? startOf(text) : 0
      held = text.slice(start)
      return start === 0 ? '' : shown
    },
    end() {
      const rest = held
      held = ''
      return redact(rest)
    },
  }
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
    stream: () => streamOf(redact, () => forms),
    secrets: () => [...forms],
    redactJson: (value) => walk(value) as typeof value,
  }
}
