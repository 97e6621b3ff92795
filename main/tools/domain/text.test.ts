import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capText } from './cap-text'
import { commandEnvironment, looksSecret, withoutSecrets } from './command-environment'
import { sizeOf } from './limits'
import { decodeText, encodeText, isWhollyCrlf } from './text-file'

describe('text files', () => {
  it('come back byte for byte', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.boolean(), (bytes, mark) => {
        const whole = Buffer.concat([mark ? Buffer.from('\uFEFF') : Buffer.alloc(0), bytes])
        const file = decodeText(whole)
        if (file) expect(Buffer.from(encodeText(file)!)).toEqual(whole)
        else expect(bytes).toContain(0)
      }),
    )
  })

  it('know a byte order mark, an old encoding and binary content', () => {
    expect(decodeText(Buffer.from('\uFEFFa'))).toEqual({ text: 'a', encoding: 'utf8', mark: true })
    expect(decodeText(Buffer.from([0x63, 0xe9]))).toEqual({ text: 'cé', encoding: 'latin1', mark: false })
    expect(decodeText(Buffer.from([1, 0, 2]))).toBeNull()
    expect(encodeText({ text: '€', encoding: 'latin1', mark: false })).toBeNull()
  })

  it('are CRLF only where every line is', () => {
    expect([isWhollyCrlf('a\r\nb\r\n'), isWhollyCrlf('a\r\nb\n'), isWhollyCrlf('a')]).toEqual([true, false, false])
    expect(isWhollyCrlf('\n')).toBe(false)
  })
})

describe('capText', () => {
  it('keeps head and tail and says what is left out', () => {
    const text = Array.from({ length: 1000 }, (_, at) => `line ${at}`).join('\n')
    const capped = capText(text, 1000)
    expect(capped.startsWith('line 0\n')).toBe(true)
    expect(capped.endsWith('line 999')).toBe(true)
    expect(capped).toMatch(/… \d+ characters left out …/)
    expect(capped.length).toBeLessThan(1100)
    expect(capText('short', 1000)).toBe('short')
  })

  it('cuts no character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 50 }), fc.integer({ min: 10, max: 40 }), (text, limit) => {
        expect(capText(text, limit).isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('the environment of commands', () => {
  it('holds what programs need and what the caller adds, and no secrets of either', () => {
    const ours = {
      PATH: '/bin',
      HOME: '/h',
      LC_ALL: 'C',
      OPENAI_API_KEY: 'sk-1',
      AWS_SECRET_ACCESS_KEY: 'x',
      EDITOR: 'vi',
      SSH_AUTH_SOCK: '/s',
    }
    const added = {
      CI: '1',
      GITHUB_TOKEN: 'ghp_1',
      HIDDEN: 'sk-ant-xyz',
      DB_PASSWORD: 'p',
      AUTHOR: 'me',
      KEYBOARD: 'de',
    }
    expect(commandEnvironment(ours, added)).toEqual({
      PATH: '/bin',
      HOME: '/h',
      LC_ALL: 'C',
      CI: '1',
      AUTHOR: 'me',
      KEYBOARD: 'de',
    })
    expect(withoutSecrets({ ANTHROPIC_API_KEY: 'x', A: undefined, B: 'b' })).toEqual({ B: 'b' })
    expect(looksSecret('MY_API_KEY', 'x')).toBe(true)
  })
})

it('sizes are told for people', () => {
  expect([sizeOf(12), sizeOf(12_345), sizeOf(12_345_678)]).toEqual(['12 B', '12 KB', '12.3 MB'])
})
