/** A name taken apart: `[[server:]namespace/]name`, where the name part may itself contain `/`. */
export type EntityName = {
  readonly server?: string
  readonly namespace: string
  readonly name: string
  /** The whole name with its namespace, e.g. `local/fix` for `fix`. */
  readonly full: string
}

/** Why a text is no name, with what to do about it. */
export type NameProblem = { readonly problem: string; readonly hint: string }

/** Namespaces nobody may create in (domain section 1); every provider's name is reserved too. */
export const reservedNamespaces = ['system', 'internal', 'admin', 'root', 'builtin'] as const

/** Providers that are there without being added; their names are reserved as namespaces. */
export const builtinProviderNames = ['openai', 'anthropic'] as const

/** Namespaces of well-known providers, reserved although the application does not ship them. */
export const knownProviderNamespaces = [
  ...builtinProviderNames,
  'google',
  'gemini',
  'mistral',
  'cohere',
  'azure',
  'bedrock',
  'vertex',
  'openrouter',
  'groq',
  'together',
  'deepseek',
  'xai',
] as const

const namespaceOfBareNames = 'local'
const longestSegment = 100
const longestName = 200
const segmentPattern = /^[A-Za-z0-9._-]+$/
const rule = 'Use letters, digits, ".", "_" and "-", as in "local/fix-login".'

function segmentProblem(segment: string, what: string): NameProblem | undefined {
  if (segment === '') return { problem: `The ${what} is empty.`, hint: rule }
  if (/^\.+$/.test(segment)) return { problem: `The ${what} "${segment}" consists of dots only.`, hint: rule }
  if (segment.length > longestSegment)
    return { problem: `The ${what} is longer than ${longestSegment} characters.`, hint: 'Choose a shorter name.' }
  if (segmentPattern.test(segment)) return undefined
  const odd = [...segment].find((character) => !segmentPattern.test(character)) ?? ''
  return {
    problem: `The ${what} "${segment}" contains ${JSON.stringify(odd)}, which names may not contain.`,
    hint: rule,
  }
}

/** The one parser of every entity's name; a bare name lives in `local`. Says nothing about reserved namespaces. */
export function parseName(text: string): EntityName | NameProblem {
  if (text === '') return { problem: 'The name is empty.', hint: rule }
  if (text.length > longestName)
    return { problem: `The name is longer than ${longestName} characters.`, hint: 'Choose a shorter name.' }
  const colon = text.indexOf(':')
  const server = colon < 0 ? undefined : text.slice(0, colon)
  const rest = text.slice(colon + 1)
  const slash = rest.indexOf('/')
  if (server !== undefined && slash < 0) {
    return { problem: `"${text}" names a server but no namespace.`, hint: 'Write server:namespace/name.' }
  }
  const namespace = slash < 0 ? namespaceOfBareNames : rest.slice(0, slash)
  const name = rest.slice(slash + 1)
  const problem =
    (server === undefined ? undefined : segmentProblem(server, 'server')) ??
    segmentProblem(namespace, 'namespace') ??
    name
      .split('/')
      .map((segment) => segmentProblem(segment, 'name'))
      .find((found) => found !== undefined)
  if (problem) return problem
  const full = `${server === undefined ? '' : `${server}:`}${namespace}/${name}`
  return server === undefined ? { namespace, name, full } : { server, namespace, name, full }
}

/** Tells a problem from a name. */
export function isNameProblem(parsed: EntityName | NameProblem): parsed is NameProblem {
  return 'problem' in parsed
}

/** Names are kept as written and are unique without regard to case: equal keys mean the same name. */
export function nameKey(full: string): string {
  return full.toLowerCase()
}

/** Why nothing may be created under this namespace; `providers` are the names of the providers that were added. */
export function reservedNamespaceProblem(
  namespace: string,
  providers: readonly string[] = [],
): NameProblem | undefined {
  const key = nameKey(namespace)
  const hint = 'Choose another namespace, for example "local".'
  if (reservedNamespaces.some((reserved) => reserved === key))
    return { problem: `The namespace "${namespace}" is reserved.`, hint }
  if ([...knownProviderNamespaces, ...providers].some((provider) => nameKey(provider) === key)) {
    return { problem: `The namespace "${namespace}" belongs to the provider of that name.`, hint }
  }
  return undefined
}
