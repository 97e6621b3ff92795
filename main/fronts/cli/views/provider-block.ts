import type { ProviderView } from '@shared/contract/actors'
import { fields, type Block } from '../output/block'

export const providerBlock = (provider: ProviderView): Block =>
  fields('Provider', [
    ['Name', provider.name],
    ['Kind', provider.kind],
    ['Base URL', provider.base_url],
    ['Key', provider.key],
    ['Key Variable', provider.api_key_env],
  ])
