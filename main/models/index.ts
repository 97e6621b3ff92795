export { abortableWait } from './abortable-wait'
export { addProvider } from './add-provider'
export { factsOf, knownModels, priceOf, resolveModel } from './catalogue'
export type { ModelFacts } from './catalogue'
export { createModels } from './create-models'
export type { ModelDeps, ModelLimits, Models, ProviderRegistry, ProviderTest } from './create-models'
export { CallFailure, kindOfStatus } from './domain/call-failure'
export type {
  Delta,
  EnvSource,
  JsonSchemaObject,
  KeySource,
  ModelAnswer,
  ModelRequest,
  RetryInfo,
  StopReason,
  TokenUsage,
  ToolCall,
  ToolResult,
  ToolSpec,
  Turn,
} from './domain/conversation'
export { costOf } from './domain/cost'
export type { Cost, Price } from './domain/cost'
export { formatModelRef, parseModelRef } from './domain/model-ref'
export type { ModelRef } from './domain/model-ref'
export { builtinProviders } from './domain/provider'
export type { KeyOrigin, Provider, ProviderKind, ProviderSettings } from './domain/provider'
export { readRetryAfter } from './domain/retry-delay'
export type { ResolvedModel } from './domain/successor'
export { readToolCall } from './domain/tool-arguments'
export { createProviderHandlers } from './handlers'
export type { ProviderHandlerDeps } from './handlers'
export { createProviderRegistry, listProviders } from './list-providers'
export type { ListedProvider } from './list-providers'
export type { CallTimeouts, ProviderAdapter, ProviderAdapters, ProviderCall, ProviderStore, Wait } from './ports'
export { removeProvider } from './remove-provider'
export { createProviderStore } from './repository'
