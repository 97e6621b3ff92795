import { expect, test } from 'vitest'
import { externalUrl } from './external-url'

test.each([
  ['https://example.com', 'https://example.com/'],
  ['HTTPS://Example.com/a?b#c', 'https://example.com/a?b#c'],
])('%s is opened as %s', (address, url) => {
  expect(externalUrl(address)).toBe(url)
})

test.each([
  'http://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'mailto:a@example.com',
  'ms-settings:privacy',
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://',
  'example.com',
  '',
  `https://example.com/${'a'.repeat(5000)}`,
])('%s is refused', (address) => {
  expect(externalUrl(address)).toBeNull()
})
