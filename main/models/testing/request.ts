import type { KeySource, ModelRequest } from '../domain/conversation'

/** Keys and environment of a test: none unless given. */
export function secretsWith(env: KeySource['env'] = {}, keys: Readonly<Record<string, string>> = {}): KeySource {
  return { env, key: (provider) => keys[provider] }
}

/** A request that asks for one tool, to be changed where a test needs it. */
export function requestWith(changes: Partial<ModelRequest> & Pick<ModelRequest, 'model'>): ModelRequest {
  return {
    system: 'You are careful.',
    turns: [{ role: 'user', text: 'Fix the login.' }],
    tools: [
      {
        name: 'read_file',
        description: 'Reads a file.',
        inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
      },
      { name: 'finish_strategy', description: 'Ends the phase.', inputSchema: { type: 'object' } },
    ],
    signal: new AbortController().signal,
    onDelta: () => undefined,
    retries: 3,
    secrets: secretsWith(),
    ...changes,
  }
}
