import { CallFailure, kindOfStatus, readRetryAfter } from '../../models'

/** The part of both SDKs' errors that is read here; both are made by the same generator. */
type SdkError = {
  readonly status?: unknown
  readonly headers?: Headers
  readonly error?: unknown
  readonly message: string
  readonly cause?: unknown
}
export type SdkErrors = {
  readonly APIError: abstract new (...args: never[]) => SdkError
  readonly APIConnectionError: abstract new (...args: never[]) => SdkError
}

type Body = { readonly type?: string; readonly code?: string; readonly message?: string }

/** `{ error: { type, message } }` of Anthropic, `{ type, code, message }` of OpenAI, or whatever else came. */
function bodyOf(error: unknown): Body {
  if (typeof error !== 'object' || error === null) return {}
  const inner = (error as { error?: unknown }).error
  return typeof inner === 'object' && inner !== null ? inner : error
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The innermost message says what happened: "fetch failed" alone helps nobody. */
function rootMessage(error: unknown): string {
  let deepest: unknown = error
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause
  if (!(deepest instanceof Error)) return String(deepest)
  const code = text((deepest as { code?: unknown }).code)
  return deepest.message !== '' ? deepest.message : (code ?? deepest.name)
}

/** The error where the provider answered with one; its connection errors are of the same family. */
function answeredError(error: unknown, sdk: SdkErrors): SdkError | undefined {
  if (error instanceof sdk.APIConnectionError) return undefined
  return error instanceof sdk.APIError ? error : undefined
}

/** What one attempt failed with, in our words. `hasBegun`: whether a part of the answer had come. */
export function callFailureOf(error: unknown, sdk: SdkErrors, hasBegun: boolean, nowMs: number): CallFailure {
  if (error instanceof CallFailure) return error
  const refused = answeredError(error, sdk)
  if (refused) {
    const body = bodyOf(refused.error)
    const message = text(body.message) ?? refused.message
    // Without a status it is an error event inside a stream that began well.
    const status = typeof refused.status === 'number' ? refused.status : undefined
    const retryAfterMs = readRetryAfter((name) => refused.headers?.get(name), nowMs)
    const kind = kindOfStatus(status ?? (/invalid_request/.test(body.type ?? '') ? 400 : 500), {
      type: text(body.type),
      code: text(body.code),
      message,
    })
    return new CallFailure(kind, message, {
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  }
  return new CallFailure(hasBegun ? 'dropped' : 'unreachable', rootMessage(error))
}
