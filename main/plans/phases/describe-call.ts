import { plural } from '@shared/model/plural'

const shown = 4000

/** What a call would do, in full, for a person who is to allow it; empty where its title says all. */
export function callText(args: unknown): string {
  const given = typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {}
  const lines = (text: unknown, mark: string) =>
    String(text)
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${mark} ${line}`)
  const text =
    given['old'] !== undefined && given['new'] !== undefined
      ? [...lines(given['old'], '-'), ...lines(given['new'], '+')].join('\n')
      : String(given['command'] ?? given['content'] ?? '')
  return text.length > shown ? `${text.slice(0, shown)}\n… and ${plural(text.length - shown, 'more character')}` : text
}

/** One line for people: the tool and what it is pointed at. */
export function describeCall(name: string, args: unknown): string {
  const given = typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {}
  const target = given['path'] ?? given['command'] ?? given['query'] ?? given['from'] ?? ''
  return target === '' ? name : `${name} ${String(target).split('\n')[0]}`
}
