import { expect, test } from 'vitest'
import { linkAmong, routeOfLink } from './deep-link'

test.each([
  ['cleveragents://inbox', '/'],
  ['cleveragents://plans', '/plans'],
  ['cleveragents://plans/', '/plans'],
  ['cleveragents://plans?state=awaiting_input', '/plans?state=awaiting_input'],
  ['cleveragents://plans?state=%22%3Cb', '/plans'],
  ['cleveragents://plans/new', '/plans/new'],
  ['cleveragents://plans/01K5ZQ8M3N7R2T4V6X8Y0A1B2C', '/plans/01K5ZQ8M3N7R2T4V6X8Y0A1B2C'],
  ['cleveragents://plans/01K5ZQ8M3N?tab=changes&x=1', '/plans/01K5ZQ8M3N?tab=changes'],
  ['cleveragents://resources/local/api-service', '/resources/local/api-service'],
  ['cleveragents://projects/local%2Fapi', '/projects/local/api'],
  ['cleveragents://actions/local/fix-bug', '/actions/local/fix-bug'],
  ['cleveragents://settings/about', '/settings?part=about'],
])('%s leads to %s', (link, route) => {
  expect(routeOfLink(link)).toBe(route)
})

test.each([
  'https://plans/01K5ZQ8M3N',
  'cleveragents:plans',
  'cleveragents://',
  'cleveragents://elsewhere',
  'cleveragents://plans/../settings',
  'cleveragents://plans/%2e%2e%2fsettings',
  'cleveragents://plans/01K5ZQ8M3N/apply',
  'cleveragents://plans/<script>',
  'cleveragents://resources/../../etc/passwd',
  'cleveragents://resources//etc/passwd',
  'cleveragents://resources/a%00b',
  'cleveragents://resources/%',
  'cleveragents://user:word@plans/01K5ZQ8M3N',
  'cleveragents://plans:80/01K5ZQ8M3N',
  'cleveragents://inbox/more',
  'cleveragents://settings/About%20it',
  `cleveragents://projects/${'a'.repeat(2000)}`,
])('%s leads nowhere', (link) => {
  expect(routeOfLink(link)).toBeNull()
})

test('a command line is searched for a link', () => {
  expect(linkAmong(['/opt/app', '--flag', 'cleveragents://inbox', 'cleveragents://plans'])).toBe('cleveragents://inbox')
  expect(linkAmong(['/opt/app', 'x-cleveragents://inbox', './cleveragents'])).toBeNull()
})
