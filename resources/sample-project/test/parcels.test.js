import assert from 'node:assert/strict'
import { test } from 'node:test'
import { find, record, register } from '../src/parcels.js'

test('a parcel is registered once', () => {
  assert.equal(register('p1', 'Harbour Road 1'), true)
  assert.equal(register('p1', 'Harbour Road 1'), false)
})

test('events are kept in order', () => {
  register('p2', 'Mill Lane 7')
  record('p2', 'collected')
  record('p2', 'delivered')
  assert.deepEqual(find('p2').events.map((entry) => entry.event), ['collected', 'delivered'])
})
