import { planFilters } from '@shared/model/plan'
import { planTabs } from '@shared/plan-tabs'
import { commandIds, commandOf } from '@shared/commands'

export const linkScheme = 'cleveragents'

const longestLink = 1024
const planId = /^[0-9a-hjkmnp-tv-z]{6,26}$/i
const entityName = /^[a-z0-9][\w.:-]*(?:\/[a-z0-9][\w.:-]*){0,4}$/i
const settingsParts = /^[a-z]{1,32}$/

/** Screens that the commands lead to, by the first word of a link. */
const screens = new Map(
  commandIds
    .filter((id) => id.startsWith('screen:'))
    .map((id) => {
      const to = commandOf(id).to ?? '/'
      return [to === '/' ? 'inbox' : to.slice(1), to] as const
    }),
)

/**
 * The place in the application that a `cleveragents://` link names, or null where it names none. Anybody may write such
 * a link, so it only ever leads to a screen: it carries no text, no path on the disk and nothing that would be done.
 */
export function routeOfLink(address: string): string | null {
  // Dots that climb would be resolved by the parser, and no link of ours has any.
  if (address.length > longestLink || address.includes('..') || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== `${linkScheme}:` || url.username !== '' || url.password !== '' || url.port !== '') return null
  const screen = screens.get(url.host)
  const rest = decoded(url.pathname.replace(/^\//, '').replace(/\/$/, ''))
  if (screen === undefined || rest === null) return null
  if (rest === '') return url.host === 'plans' ? `/plans${stateOf(url)}` : screen
  switch (url.host) {
    case 'plans':
      return rest === 'new' ? '/plans/new' : planId.test(rest) ? `/plans/${rest}${tabOf(url)}` : null
    case 'projects':
    case 'resources':
    case 'actions':
      return entityName.test(rest) ? `${screen}/${rest}` : null
    case 'settings':
      return settingsParts.test(rest) ? `/settings?part=${rest}` : null
    default:
      return null
  }
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    // A stray percent sign: the link names nothing.
    if (error instanceof URIError) return null
    throw error
  }
}

function tabOf(url: URL): string {
  const tab = url.searchParams.get('tab')
  return planTabs.some((one) => one === tab) ? `?tab=${tab}` : ''
}

function stateOf(url: URL): string {
  const state = planFilters.find((one) => one === url.searchParams.get('state'))
  return state === undefined ? '' : `?state=${state}`
}

/** The first link among the words of a command line. */
export function linkAmong(words: readonly string[]): string | null {
  return words.find((word) => word.startsWith(`${linkScheme}://`)) ?? null
}
