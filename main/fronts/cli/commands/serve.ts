import { failed, invalid, Refusal } from '@shared/model/refusal'
import type { Call, Command, Outcome } from '../command'
import { builtin } from '../builtin'
import { readyLine, refusalLine } from '../core-message'
import { fields } from '../output/block'
import { callRoute } from '../wire'

type Place = { readonly url: string; readonly endpoint: string; readonly pid: number }

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const outcomeOf = (place: Place, verdict: string): Outcome => ({
  data: place,
  blocks: () => [
    fields('Server', [
      ['URL', place.url],
      ['Process', String(place.pid)],
    ]),
  ],
  verdict,
})

function portOf(text: string | undefined): string {
  if (text === undefined) return '0'
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return text
  throw invalid('usage.port', `"${text}" is no port.`, { hint: 'Give a number from 0 to 65535; 0 takes any free one.' })
}

function hostOf(text: string | undefined): string {
  if (text === undefined || text === 'localhost') return '127.0.0.1'
  if (text === '127.0.0.1' || text === '::1') return text
  throw invalid('usage.host', `"${text}" is not this machine's own address.`, {
    hint: 'Give 127.0.0.1 or ::1; from another machine, reach it through an SSH tunnel.',
  })
}

/** A URL of the core that is there already: a data folder has but one. */
async function attach(call: Call): Promise<Outcome | undefined> {
  const live = await call.liveCore()
  if (!live) return undefined
  const { url } = (await callRoute(live, '/url')) as { url: string }
  const ignored = call.given.maybe('port') ?? call.given.maybe('host')
  const note = `The core of ${call.dataDir} runs already (process ${live.pid}); this is a new URL of it.`
  return {
    ...outcomeOf({ url, endpoint: live.endpoint, pid: live.pid }, note),
    ...(ignored === undefined ? {} : { status: 'warn' }),
    messages: [
      { level: 'info', text: note },
      ...(ignored === undefined ? [] : [{ level: 'warn', text: '--port and --host do not move it.' } as const]),
    ],
  }
}

/** Runs a core as long as this process lives; what it ends with becomes our exit code. */
function serve(call: Call, port: string, host: string): Promise<Outcome> {
  const args = [call.serverEntry, '--kind', 'server', '--port', port, '--host', host]
  const child = builtin('node:child_process').spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: call.caller.env,
  })
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      process.exitCode = code ?? 1
      reject(failed('core.ended', `The server ended with status ${code} before it was ready.`))
    })
    builtin('node:readline')
      .createInterface({ input: child.stdout })
      .on('line', (line) => {
        const ready = readyLine(line)
        const refusal = refusalLine(line)
        if (refusal) reject(new Refusal(refusal))
        if (ready?.url)
          resolve(
            outcomeOf(
              { url: ready.url, endpoint: ready.endpoint, pid: child.pid ?? 0 },
              'Open the URL in a browser; it signs in once. Ctrl-C ends the server.',
            ),
          )
      })
  })
}

export const command: Command = {
  options: [
    { flags: '--port <port>', description: 'The port; without it, any free one' },
    { flags: '--host <host>', description: '127.0.0.1 or ::1' },
  ],
  run: async (call) => {
    const port = portOf(call.given.maybe('port'))
    const host = hostOf(call.given.maybe('host'))
    return (await attach(call)) ?? serve(call, port, host)
  },
}
