import { expect, test } from 'vitest'
import { maySend, type Sender } from './sender'

const isKnown = (id: number) => id === 1
const from = (url: string, id = 1, parent: unknown = null): Sender => ({ senderFrame: { url, parent }, sender: { id } })

test.each([from('app://bundle/index.html'), from('app://bundle/index.html#/plans'), from('app://bundle')])(
  'the main frame of a known window that shows the bundle may send: %j',
  (event) => {
    expect(maySend(event, isKnown)).toBe(true)
  },
)

test.each([
  ['another window', from('app://bundle/index.html', 2)],
  ['a frame inside the page', from('app://bundle/index.html', 1, {})],
  ['another host', from('app://bundle.evil/index.html')],
  ['a host that only begins alike', from('app://bundleevil/')],
  ['another scheme', from('https://bundle/index.html')],
  ['a blank page', from('about:blank')],
  ['a frame that is gone', { senderFrame: null, sender: { id: 1 } }],
])('%s may not', (_name, event) => {
  expect(maySend(event, isKnown)).toBe(false)
})
