import type { BuiltinActorName } from '@shared/model/builtin-actors'

/** The same shape as the models slice's reference; written `provider/model`. */
export type ModelRef = { readonly provider: string; readonly model: string }

/** What an actor's name stands for when a plan runs it. */
export type ResolvedActor =
  | { readonly kind: 'builtin'; readonly name: BuiltinActorName }
  | {
      readonly kind: 'llm'
      readonly name: string
      readonly model: ModelRef
      /** Set where the name of the model was a retired one. */
      readonly replaced?: { readonly from: string; readonly to: string; readonly note: string }
      readonly temperature?: number
      readonly maxOutputTokens?: number
      /** See `renderTemplate`; `globalContext` belongs under its `context`. */
      readonly systemPromptTemplate?: string
      readonly globalContext: Readonly<Record<string, unknown>>
      /** Answers of the model, with what came of their calls, that its next request holds; all where absent. */
      readonly maxHistory?: number
    }
