import { invalid } from '@shared/model/refusal'

export const formats = ['rich', 'plain', 'json', 'yaml'] as const
export type Format = (typeof formats)[number]

const isFormat = (text: string): text is Format => formats.some((format) => format === text)

/** Whether a program reads the answer, so that exactly one envelope goes to standard output. */
export const isEnvelope = (format: Format): boolean => format === 'json' || format === 'yaml'

/**
 * Takes `--format` out of the line, wherever it stands before a lone `--`. `wrong` is a value that is no format: the
 * failure is told in the format that would have held without it.
 */
export function takeFormat(line: readonly string[]): {
  readonly rest: readonly string[]
  readonly format: Format | undefined
  readonly wrong: string | undefined
} {
  const rest: string[] = []
  let format: Format | undefined
  let wrong: string | undefined
  for (let at = 0; at < line.length; at += 1) {
    const word = line[at] ?? ''
    if (word === '--') {
      rest.push(...line.slice(at))
      break
    }
    const value = word === '--format' ? (line[++at] ?? '') : word.startsWith('--format=') ? word.slice(9) : undefined
    if (value === undefined) rest.push(word)
    else if (isFormat(value)) format = value
    else wrong = value
  }
  return { rest, format, wrong }
}

export function wrongFormat(value: string) {
  const what = value === '' ? '--format wants a value.' : `"${value}" is no format.`
  return invalid('usage.format', what, { hint: `Choose one of ${formats.join(', ')}.` })
}

/** The format that holds: the line's, the environment's, the configuration's, else by who reads. */
export async function resolveFormat(
  given: Format | undefined,
  env: Readonly<Record<string, string | undefined>>,
  readConfigured: () => Promise<string | undefined>,
  isTerminal: () => boolean,
): Promise<Format> {
  if (given) return given
  const fromEnvironment = env.CLEVERAGENTS_CORE_FORMAT
  if (fromEnvironment && isFormat(fromEnvironment)) return fromEnvironment
  const configured = await readConfigured()
  if (configured && isFormat(configured)) return configured
  return isTerminal() ? 'rich' : 'plain'
}
