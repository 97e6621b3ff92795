import { refusalKinds, type RefusalData } from '@shared/model/refusal'

type Ready = { readonly url?: string; readonly endpoint: string }

function messageIn(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // Anything else that was printed is no message.
    return undefined
  }
}

/** Why a starting core refused, where a line of its output says so. */
export function refusalLine(line: string): RefusalData | undefined {
  const message = messageIn(line)
  if (message?.type !== 'refused' || typeof message.code !== 'string') return undefined
  const { code, message: text, hint, details } = message
  return {
    kind: refusalKinds.find((kind) => kind === message.kind) ?? 'failed',
    code,
    message: typeof text === 'string' ? text : 'The core did not start.',
    hint: typeof hint === 'string' ? hint : '',
    details: typeof details === 'object' && details !== null ? { ...details } : {},
  }
}

/** What a starting core puts right first, where a line of its output says so. */
export function recoveringLine(line: string): readonly string[] | undefined {
  const message = messageIn(line)
  if (message?.type !== 'recovering' || !Array.isArray(message.what)) return undefined
  return message.what.filter((one) => typeof one === 'string')
}

/** Where a started core answers, where a line of its output says so. */
export function readyLine(line: string): Ready | undefined {
  const message = messageIn(line)
  if (message?.type !== 'ready' || typeof message.endpoint !== 'string') return undefined
  return { endpoint: message.endpoint, ...(typeof message.url === 'string' ? { url: message.url } : {}) }
}
