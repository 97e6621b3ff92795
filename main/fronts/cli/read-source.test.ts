import { describe, expect, it } from 'vitest'
import { readSource } from './read-source'

const caller = { cwd: '/' } as Parameters<typeof readSource>[0]

describe('a file that the line names', () => {
  it.skipIf(process.platform === 'win32')('is refused when it has no end', async () => {
    await expect(readSource(caller, '/dev/zero')).rejects.toMatchObject({ data: { code: 'file.no_text' } })
  })

  it('is read whole', async () => {
    expect(await readSource(caller, import.meta.filename)).toContain('is read whole')
  })
})
