const withUserInfo = /\b([a-z][a-z0-9+.-]*):\/\/([^/?#\s@]*(?:@[^/?#\s@]*)*)@/gi
const secretParameter = /([?&](?:access_token|token|private_token|password|secret|key|api_key|auth)=)[^&#\s]*/gi

/**
 * Replaces the credentials of every address in a text by `***`. The account of an ssh address stays (it is public and
 * tells addresses apart); over http the account itself may be the secret.
 */
export function redactUrls(text: string): string {
  return text
    .replace(withUserInfo, (_, scheme: string, userInfo: string) => {
      const account = userInfo.split(':')[0] ?? ''
      if (!/ssh$/i.test(scheme)) return `${scheme}://***@`
      return userInfo.includes(':') ? `${scheme}://${account}:***@` : `${scheme}://${account}@`
    })
    .replace(secretParameter, '$1***')
}
