import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

function checkout(installed: boolean): string {
  const root = mkdtempSync(join(tmpdir(), 'cleveragents-run-'))
  mkdirSync(join(root, 'scripts'))
  copyFileSync(join(import.meta.dirname, 'run.mjs'), join(root, 'scripts/run.mjs'))
  writeFileSync(
    join(root, 'scripts/say.ts'),
    'const said: string = process.argv.slice(2).join(" ")\nconsole.log(said)\n',
  )
  if (installed) mkdirSync(join(root, 'node_modules/electron-vite'), { recursive: true })
  return root
}
const say = (root: string) =>
  spawnSync(process.execPath, ['scripts/run.mjs', 'say.ts', 'one', 'two'], { cwd: root, encoding: 'utf8' })

describe('a script of the package', () => {
  it('runs with its arguments once the packages are there', () => {
    expect(say(checkout(true))).toMatchObject({ status: 0, stdout: 'one two\n' })
  })

  it('says what to do while they are not', () => {
    const said = say(checkout(false))
    expect(said.status).toBe(1)
    expect(said.stderr).toBe('The packages are not installed yet.\nRun `npm ci` first, then this again.\n')
  })
})
