import { useQuery } from '@tanstack/react-query'
import { useAsk, useCore } from '../core/core'
import { useCommand } from '../core/use-command'

/** One key of the configuration as a control shows and sets it; fixed where the environment gives its value. */
export function useSetting(key: string) {
  const { client } = useCore()
  const query = useQuery(useAsk().settings.get.queryOptions({ input: { key } }))
  const set = useCommand((value: string) => client.settings.set({ key, value }))
  return {
    query,
    set: set.run,
    busy: set.busy,
    value: query.data?.value ?? null,
    fixed: query.data?.source === 'environment',
  }
}
