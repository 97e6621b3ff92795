import { invalid } from '@shared/model/refusal'

/** The address to bind for a host that a person named; only this machine's own are served. */
export function loopbackHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (bare === 'localhost') return '127.0.0.1'
  if (bare === '127.0.0.1' || bare === '::1') return bare
  throw invalid('server.not_loopback', `"${host}" is not this machine's own address; nothing was opened.`, {
    hint: 'Give 127.0.0.1 or ::1; from another machine, reach it through an SSH tunnel.',
    details: { host },
  })
}

/** The port that a text names; 0 takes any free one. */
export function portFrom(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw invalid('server.bad_port', `"${text}" is no port; nothing was opened.`, {
    hint: 'Give a number from 0 to 65535; 0 takes any free one.',
    details: { port: text },
  })
}
