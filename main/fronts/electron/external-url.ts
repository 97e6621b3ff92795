/**
 * The address to hand to the person's browser, or null where it is not a plain https address with a host name:
 * other schemes start other programs, and credentials in an address only serve to mislead.
 */
export function externalUrl(address: string): string | null {
  if (address.length > 4096 || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname !== ''
    ? url.href
    : null
}
