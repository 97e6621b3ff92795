import { expect, test } from 'vitest'
import { isRoute, routeOfUrl, urlOfRoute } from './route'

test.each(['/', '/plans', '/plans/01A?tab=changes', '/plans?state=%22failed%22', '/resources/local/api'])(
  '%s is a place, and is found again in its address',
  (route) => {
    expect(isRoute(route)).toBe(true)
    expect(routeOfUrl(urlOfRoute(route))).toBe(route)
  },
)

test.each(['', 'plans', '//example.com', '/a b', '/a#b', '/a\nb', '/a\\b', `/${'a'.repeat(3000)}`])(
  '%j is none',
  (route) => {
    expect(isRoute(route)).toBe(false)
  },
)

test('an address without a place, or with a damaged one, stands for home', () => {
  expect(routeOfUrl('app://bundle/index.html')).toBe('/')
  expect(routeOfUrl('app://bundle/index.html#elsewhere')).toBe('/')
})
