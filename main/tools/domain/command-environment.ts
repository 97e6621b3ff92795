type Environment = Readonly<Record<string, string | undefined>>

const passed =
  /^(PATH|HOME|LANG|LANGUAGE|LC_[A-Z]+|TERM|TMPDIR|TEMP|TMP|TZ|USER|LOGNAME|USERNAME|SHELL|SystemRoot|ComSpec|PATHEXT|USERPROFILE)$/

const secretName =
  /(^|[_-])(API[_-]?KEYS?|APIKEY|KEYS?|TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|PWD|CREDENTIALS?|AUTH|COOKIE|PRIVATE)([_-]|$)|^(OPENAI|ANTHROPIC|GEMINI|GOOGLE|MISTRAL|GROQ|OPENROUTER|AZURE_OPENAI|CLEVERAGENTS)_/i

const secretValue =
  /^(sk-|sk_live_|rk_live_|xox[abpr]-|gh[pousr]_|github_pat_|glpat-|AKIA|AIza|eyJ[\w-]+\.|-----BEGIN )/

/** Where a variable looks as if it held a secret, by its name or by the form of its value. */
export function looksSecret(name: string, value: string): boolean {
  return secretName.test(name) || secretValue.test(value)
}

/**
 * The environment of a plan's commands: of ours only what programs need to find their way, with what the caller adds.
 * Anything that looks like a secret stays out wherever it comes from.
 */
export function commandEnvironment(ours: Environment, added: Environment = {}): Record<string, string> {
  const kept = Object.entries(ours).filter(([name]) => passed.test(name))
  return withoutSecrets({ ...Object.fromEntries(kept), ...added })
}

/** An environment without the variables that look like secrets. */
export function withoutSecrets(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !looksSecret(entry[0], entry[1]),
    ),
  )
}
