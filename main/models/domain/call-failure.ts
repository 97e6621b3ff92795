import { failed } from '@shared/model/refusal'
import type { Refusal } from '@shared/model/refusal'
import type { ModelRef } from './model-ref'
import { formatModelRef } from './model-ref'

export const callFailureKinds = [
  'unauthorized',
  'not_found',
  'rate_limited',
  'quota',
  'overloaded',
  'unreachable',
  'dropped',
  'timeout',
  'bad_request',
  'context_exceeded',
] as const
export type CallFailureKind = (typeof callFailureKinds)[number]

/** Why one attempt to talk to a provider failed; what the adapters raise. */
export class CallFailure extends Error {
  readonly kind: CallFailureKind
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  constructor(
    kind: CallFailureKind,
    message: string,
    extra: { readonly status?: number; readonly retryAfterMs?: number } = {},
  ) {
    super(message)
    this.name = 'CallFailure'
    this.kind = kind
    this.status = extra.status
    this.retryAfterMs = extra.retryAfterMs
  }
}

const transient: ReadonlySet<CallFailureKind> = new Set([
  'rate_limited',
  'overloaded',
  'unreachable',
  'dropped',
  'timeout',
])

/** Whether trying again may help. */
export function isTransient(error: unknown): error is CallFailure {
  return error instanceof CallFailure && transient.has(error.kind)
}

/** Whether the failure says that the provider is down, rather than that this caller asks too often. */
export function isOutage(error: unknown): boolean {
  return isTransient(error) && error.kind !== 'rate_limited'
}

/** What kind of failure an HTTP status with its error body is. */
export function kindOfStatus(
  status: number,
  body: { readonly type?: string; readonly code?: string; readonly message: string },
): CallFailureKind {
  const told = `${body.type ?? ''} ${body.code ?? ''}`
  const isTooLong =
    /context_length_exceeded|prompt is too long|context (length|window|size)|maximum context|too many (input )?tokens|request_too_large/i
  if ([400, 413, 422].includes(status) && isTooLong.test(`${told} ${body.message}`)) return 'context_exceeded'
  if (status === 413) return 'context_exceeded'
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404) return 'not_found'
  if (/insufficient_quota|billing/.test(told) || status === 402) return 'quota'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  if (status === 409 || status >= 500 || /overloaded/.test(told)) return 'overloaded'
  return 'bad_request'
}

type Said = { readonly code: string; readonly message: string; readonly hint: string }

function say(failure: CallFailure, ref: ModelRef, baseUrl: string, keyName: string): Said {
  const { provider } = ref
  const detail = failure.message
  const again = 'Nothing was lost: try again later, or choose another model.'
  switch (failure.kind) {
    case 'unauthorized':
      return {
        code: 'model.unauthorized',
        message: `${provider} did not accept the key: ${detail}`,
        hint: `Check the key of ${provider} in the settings or in ${keyName}.`,
      }
    case 'not_found':
      return {
        code: 'model.not_found',
        message: `${provider} does not know ${ref.model || 'this address'}: ${detail}`,
        hint: `Ask for its models with: agents provider test ${provider}. If none of them answers, check the base URL ${baseUrl}.`,
      }
    case 'rate_limited':
      return {
        code: 'model.rate_limited',
        message: `${provider} limits how often it may be asked: ${detail}`,
        hint: again,
      }
    case 'quota':
      return {
        code: 'model.rate_limited',
        message: `The quota at ${provider} is used up: ${detail}`,
        hint: `Look at plan and billing at ${provider}, or choose another model.`,
      }
    case 'overloaded':
      return { code: 'model.overloaded', message: `${provider} could not answer: ${detail}`, hint: again }
    case 'unreachable':
      return {
        code: 'model.unreachable',
        message: `${provider} could not be reached at ${baseUrl}: ${detail}`,
        hint: 'Check that the server runs, the base URL and the network.',
      }
    case 'dropped':
      return {
        code: 'model.unreachable',
        message: `The connection to ${provider} broke while it answered: ${detail}`,
        hint: 'The partial answer was discarded. Try again.',
      }
    case 'timeout':
      return { code: 'model.timeout', message: `${provider} took too long: ${detail}`, hint: again }
    case 'bad_request':
      return {
        code: 'model.bad_request',
        message: `${provider} refused the request: ${detail}`,
        hint: `Check that ${ref.model} can use tools, and its actor's settings.`,
      }
    case 'context_exceeded':
      return {
        code: 'model.context_exceeded',
        message: `The prompt is too long for ${formatModelRef(ref)}: ${detail}`,
        hint: 'Choose a model with a larger window, or a smaller task.',
      }
  }
}

/** The failure as it is told to the user. The caller has taken secrets out of its message. */
export function refusalOf(
  failure: CallFailure,
  ref: ModelRef,
  endpoint: { readonly baseUrl: string; readonly keyName: string },
): Refusal {
  const { code, message, hint } = say(failure, ref, endpoint.baseUrl, endpoint.keyName)
  const details = {
    provider: ref.provider,
    model: ref.model,
    ...(failure.status === undefined ? {} : { status: failure.status }),
    ...(failure.retryAfterMs === undefined ? {} : { retry_after_ms: failure.retryAfterMs }),
  }
  return failed(code, message, { hint, details })
}
