import { invalid } from '@shared/model/refusal'
import type { Command } from '../command'
import { providerBlock } from '../views/provider-block'

const kinds = ['openai-compatible', 'openai', 'anthropic'] as const

export const command: Command = {
  arguments: [{ name: 'name', description: 'The name; models are then NAME/MODEL' }],
  options: [
    { flags: '--kind <kind>', description: 'The protocol it speaks', required: true, choices: kinds },
    { flags: '--base-url <url>', description: 'Where it answers', required: true },
    { flags: '--api-key-env <variable>', description: 'The environment variable that holds its key' },
  ],
  examples: ['agents provider add ollama --kind openai-compatible --base-url http://127.0.0.1:11434/v1'],
  run: async ({ client, given }) => {
    const url = given.text('base-url')
    if (!URL.canParse(url))
      throw invalid('usage.base_url', `"${url}" is no address.`, { hint: 'Write http://… or https://…' })
    const variable = given.maybe('api-key-env')
    const provider = await client.providers.add({
      name: given.text('name'),
      kind: kinds.find((kind) => kind === given.text('kind')) ?? 'openai-compatible',
      base_url: url,
      ...(variable === undefined ? {} : { api_key_env: variable }),
    })
    return { data: provider, blocks: () => [providerBlock(provider)], verdict: 'Provider added' }
  },
}
