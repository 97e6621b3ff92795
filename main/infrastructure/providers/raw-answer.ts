const longestRaw = 200_000

/** The answer as it came, for the record: JSON, with its middle left out where it is very long. */
export function rawAnswer(value: unknown): string {
  const whole = JSON.stringify(value)
  if (whole.length <= longestRaw) return whole
  const half = longestRaw / 2
  return `${whole.slice(0, half)}\n… ${whole.length - longestRaw} characters left out …\n${whole.slice(-half)}`
}

/** A guess for servers that report no usage: about four characters a token. */
export function guessTokens(text: string): number {
  return Math.ceil(text.length / 4)
}
