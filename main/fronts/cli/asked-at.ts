/** When this command was asked for: a start by somebody else since then is a race that this one lost. */
export function askedAt(): number {
  return Date.now() - process.uptime() * 1000
}
