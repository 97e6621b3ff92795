import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { endMarked, markVariable } from './leftovers'

async function sleeper(mark: string) {
  const child = spawn('sleep', ['600'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, [markVariable]: mark },
  })
  await once(child, 'spawn')
  return child
}

it.runIf(process.platform === 'linux')('ends what carries one of the marks, and nothing else', async () => {
  const [one, two, other] = await Promise.all(['mark-one', 'mark-two', 'mark-other'].map(sleeper))
  const ends = [one!, two!].map((child) => once(child, 'exit'))
  try {
    expect(await endMarked(['mark-one', 'mark-two', 'mark-of-nothing'])).toBe(2)
    expect((await Promise.all(ends)).map(([, signal]) => signal as string)).toEqual(['SIGTERM', 'SIGTERM'])
    expect([other!.exitCode, other!.signalCode]).toEqual([null, null])
    expect(await endMarked([])).toBe(0)
  } finally {
    other!.kill('SIGKILL')
  }
})
