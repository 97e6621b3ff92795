import type { Tone } from './block'

const codes: Readonly<Record<Exclude<Tone, 'plain'>, readonly [number, number]>> = {
  dim: [2, 22],
  strong: [1, 22],
  good: [32, 39],
  bad: [31, 39],
  warn: [33, 39],
}

export type Paint = (text: string, tone?: Tone) => string

/** Colours only where a terminal shows them and the person has not asked for none. */
export function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const colour = isTerminal && !env.NO_COLOR && env.TERM !== 'dumb'
  return (text, tone = 'plain') => {
    if (!colour || tone === 'plain') return text
    const [on, off] = codes[tone]
    return `\u001B[${on}m${text}\u001B[${off}m`
  }
}
