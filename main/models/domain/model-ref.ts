/** A model of a provider, written `provider/model`; the model part may itself contain `/` and `:`. */
export type ModelRef = { readonly provider: string; readonly model: string }

/** Takes `provider/model` apart at the first `/`; undefined where either part is missing. */
export function parseModelRef(text: string): ModelRef | undefined {
  const slash = text.indexOf('/')
  if (slash <= 0 || slash === text.length - 1 || /\s/.test(text)) return undefined
  return { provider: text.slice(0, slash), model: text.slice(slash + 1) }
}

export function formatModelRef(ref: ModelRef): string {
  return `${ref.provider}/${ref.model}`
}
