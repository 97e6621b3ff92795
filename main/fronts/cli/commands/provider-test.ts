import { plural } from '@shared/model/plural'
import type { Command } from '../command'
import { fields, lines, present } from '../output/block'

export const command: Command = {
  arguments: [{ name: 'name', description: 'The name of a provider' }],
  run: async ({ client, given }) => {
    const name = given.text('name')
    const result = await client.providers.test({ name })
    const blocks = () =>
      present(
        fields('Provider Test', [
          ['Name', name],
          ['Answered', result.ok ? `in ${Math.round(result.latency_ms)} ms` : 'no'],
        ]),
        lines('Models', result.models),
      )
    if (result.ok)
      return { data: result, blocks, verdict: `${name} answers with ${plural(result.models.length, 'model')}` }
    const error = {
      code: 'provider.test_failed',
      message: `${name} does not answer: ${result.error ?? 'it gave no reason'}.`,
      hint: 'Check its address and its key: agents provider list',
      details: { provider: name },
    }
    return { data: result, status: 'error', exitCode: 1, error, blocks, verdict: error.message }
  },
}
