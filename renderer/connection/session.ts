/** The one-time code that the printed address carries after `#`, or null. */
export function codeOf(fragment: string): string | null {
  const match = /^#\/?\??code=([^&]+)/.exec(fragment)
  return match?.[1] ? decodeURIComponent(match[1]) : null
}

/** Trades the code in the address for a session cookie and takes it out of the address and the history. */
export async function exchangeCode(): Promise<void> {
  const code = codeOf(location.hash)
  if (!code) return
  history.replaceState(null, '', `${location.pathname}#/`)
  await fetch('/session', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => {
    // A server that is not there shows itself when the socket is opened, with its own message.
  })
}

/**
 * Whether the server front knows this page. A socket that is refused does not say why, but a request to the same
 * place does. True as well where nothing answers, which is no matter of signing in.
 */
export async function hasSession(): Promise<boolean> {
  try {
    const answer = await fetch('/rpc/events/pulse', { credentials: 'same-origin', cache: 'no-store' })
    return answer.status !== 401
  } catch {
    // Unreachable: keep trying.
    return true
  }
}
