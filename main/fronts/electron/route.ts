import { appOrigin } from './bundle'

const longestRoute = 2000

/** Whether a text can stand after the `#` of the application's own address: a path, with no blank and no second `#`. */
export function isRoute(text: string): boolean {
  return text.length <= longestRoute && /^\/(?!\/)[^\s#\\\p{Cc}]*$|^\/$/u.test(text)
}

/** The address of a place in the application. */
export function urlOfRoute(route: string): string {
  return route === '/' ? `${appOrigin}/index.html` : `${appOrigin}/index.html#${route}`
}

/** The place that an address of ours shows, with its search; the home screen for any other address. */
export function routeOfUrl(url: string): string {
  const at = url.indexOf('#')
  const route = at === -1 ? '/' : url.slice(at + 1)
  return isRoute(route) ? route : '/'
}
