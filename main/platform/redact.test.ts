import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, mask } from './redact'

const { redact, redactJson } = createRedactor()

describe('well-known patterns', () => {
  it.each([
    ['sk-proj-abcdefghijklmnopqrstuvwx', mask],
    ['key sk-ant-api03-AbCdEfGhIjKlMnOpQrSt_uv-AA end', `key ${mask} end`],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', mask],
    ['AKIAIOSFODNN7EXAMPLE', mask],
    ['Authorization: Bearer abcdefgh12345678', `Authorization: Bearer ${mask}`],
    ['OPENAI_API_KEY=abc123def456', `OPENAI_API_KEY=${mask}`],
    ['export DB_PASSWORD="correct horse battery"', `export DB_PASSWORD="${mask}"`],
    ['token: 9f8e7d6c5b4a', `token: ${mask}`],
    ['{"client_secret": "s3cr3t-value"}', `{"client_secret": "${mask}"}`],
    ['postgres://app:hunter2@db/app', `postgres://app:${mask}@db/app`],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----\nafter', `${mask}\nafter`],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected)
  })

  it.each([
    'const token = tokens.next()',
    'apiKey: process.env.OPENAI_API_KEY',
    'max_tokens: 4096',
    'TOKEN=${TOKEN}',
    'password: string',
    'The token bucket holds input and output tokens.',
    'risk-assessment-of-the-whole-system',
    'https://example.com:8080/path',
  ])('leaves %s', (text) => {
    expect(redact(text)).toBe(text)
  })
})

describe('known secrets', () => {
  it('masks them in every form that carries them', () => {
    const redactor = createRedactor()
    redactor.add('pa"ss/wörd 1')
    const carried = [
      'pa"ss/wörd 1',
      JSON.stringify({ a: 'pa"ss/wörd 1' }),
      encodeURIComponent('pa"ss/wörd 1'),
      Buffer.from('pa"ss/wörd 1').toString('base64'),
    ]
    for (const text of carried) {
      const redacted = redactor.redact(`x ${text} y`)
      expect(redacted).toContain(mask)
      expect(redacted).not.toContain(text)
    }
  })

  it('masks the longer of two that begin alike', () => {
    const redactor = createRedactor()
    redactor.add('abcdef')
    redactor.add('abcdefghij')
    expect(redactor.redact('abcdefghij')).toBe(mask)
  })

  it('masks in JSON, under telling keys whole', () => {
    expect(
      redactJson({
        headers: { authorization: 'Basic abcdefgh', accept: 'json' },
        list: ['sk-abcdefghijklmnopqrstu'],
        n: 1,
      }),
    ).toEqual({
      headers: { authorization: mask, accept: 'json' },
      list: [mask],
      n: 1,
    })
  })
})

describe('properties', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/)
  const around = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.constantFrom('KEY=', 'token: ', '"', ' Bearer ', '\n', 'sk-'),
  )

  it('never lets a planted secret through', () => {
    fc.assert(
      fc.property(secret, around, around, (planted, before, after) => {
        const redactor = createRedactor()
        redactor.add(planted)
        expect(redactor.redact(before + planted + after)).not.toContain(planted)
        expect(JSON.stringify(redactor.redactJson({ [before]: [planted + after] }))).not.toContain(planted)
      }),
    )
  })

  it('never lets a planted key of a known shape through', () => {
    const body = fc.stringMatching(/^[A-Za-z0-9]{30,40}$/)
    const shape = fc.constantFrom('sk-', 'sk-ant-api03-', 'ghp_', 'AIza')
    const edge = fc.constantFrom(' ', '\n', '"', '=', ':', '', ', ')
    fc.assert(
      fc.property(shape, body, edge, edge, (prefix, key, before, after) => {
        expect(redact(before + prefix + key + after)).not.toContain(key)
      }),
    )
  })

  it('is idempotent', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom(
        'API_KEY=abcdefgh',
        ' token: "abc def ghi"',
        ' Bearer abcdefghijkl',
        ' sk-abcdefghijklmnopqrst',
        mask,
        '\n',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = redact(pieces.join(''))
        expect(redact(once)).toBe(once)
      }),
      { numRuns: 500 },
    )
  })
})

it.each([
  ['words', 'the quick brown fox token jumps over the lazy dog_'],
  ['one long word', 'a'],
  ['dashes', 'sk-'],
  ['keys without values', 'api_key'],
  ['scheme starts', 'a://b'],
  ['key heads', '-----BEGIN PRIVATE KEY-----'],
])('is fast on 100 KB of %s', (_name, piece) => {
  const text = piece.repeat(Math.ceil(100_000 / piece.length))
  const started = performance.now()
  redact(text)
  expect(performance.now() - started).toBeLessThan(500)
})

describe('a text in pieces', () => {
  const secret = 'my own key 0123456789'
  const texts = [
    'Use sk-abcdefghijklmnopqrstuvwx to sign in.',
    'API_TOKEN=s3cr3t-value-12345\nnext line',
    'token: "abc def ghi jkl" and more',
    'Authorization: Bearer abcdefghijklmnop, then go on',
    `it is ${secret}, as I said`,
    'plain words stay as they are',
  ]

  it.each(texts)('%j is masked wherever it is cut', (text) => {
    const redactor = createRedactor()
    redactor.add(secret)
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second += 3) {
        const stream = redactor.stream()
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)]
        const shown = pieces.map((piece) => stream.push(piece)).join('') + stream.end()
        expect(shown).toBe(redactor.redact(text))
      }
    }
  })

  it('shows nothing of a private key wherever it is cut', () => {
    const text = '-----BEGIN PRIVATE KEY-----\nMIIabc\nMIIdef\n-----END PRIVATE KEY-----\nafter'
    for (let cut = 0; cut <= text.length; cut++) {
      const stream = createRedactor().stream()
      const shown = stream.push(text.slice(0, cut)) + stream.push(text.slice(cut)) + stream.end()
      expect(shown).not.toContain('MII')
      expect(shown).toContain('after')
    }
  })

  it('is shown word by word, not at its end', () => {
    const stream = createRedactor().stream()
    expect([stream.push('one two'), stream.push(' three'), stream.end()]).toEqual(['one ', 'two ', 'three'])
  })
})
