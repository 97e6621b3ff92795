import type { Client } from '@shared/contract'

const wanted =
  /^([A-Z0-9_]+_(API_KEY|BASE_URL|AUTH_TOKEN|API_BASE)|DOCKER_HOST|DOCKER_CONTEXT|DOCKER_CERT_PATH|DOCKER_TLS_VERIFY|CONTAINER_HOST|(HTTPS?|ALL|NO)_PROXY|(https?|all|no)_proxy|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS)$/

/** What of the caller's environment a plan's providers and commands may need: never the rest of it. */
export function callerEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  keyVariables: readonly string[] = [],
): Record<string, string> {
  const named = new Set(keyVariables)
  const entries = Object.entries(env).filter((entry): entry is [string, string] => {
    const [name, value] = entry
    return value !== undefined && value !== '' && (wanted.test(name) || named.has(name))
  })
  return Object.fromEntries(entries)
}

/** The caller's variables for a plan, those included that a provider was told to take its key from. */
export async function planEnvironment(
  client: Client,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const { providers } = await client.providers.list()
  return callerEnvironment(
    env,
    providers.flatMap((provider) => provider.api_key_env ?? []),
  )
}
