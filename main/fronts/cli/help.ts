import { groups, registry } from './registry'

const width = Math.max(...registry.map(({ usage }) => usage.length)) + 2

const linesOf = (prefix: string) =>
  registry
    .filter((entry) => (prefix === '' ? !entry.name.includes(' ') : entry.name.startsWith(`${prefix} `)))
    .map((entry) => `  ${entry.usage.padEnd(width)}${entry.summary}`)

const note = 'Each command explains itself with --help; --format rich|plain|json|yaml may stand anywhere.'

/** What there is to do, for everything or for one group of commands. */
export function helpText(topic: 'all' | string): string {
  if (topic !== 'all') {
    return [`Usage: agents ${topic} <command>`, '', groups[topic] ?? '', '', ...linesOf(topic), '', note].join('\n')
  }
  const sections = Object.keys(groups).map((group) => `${group}:\n${linesOf(group).join('\n')}\n`)
  return [
    'Usage: agents <command>',
    '',
    'Hands work on real code to AI actors and keeps you in control of it.',
    '',
    ...linesOf(''),
    '',
    ...sections,
    note,
  ].join('\n')
}
