import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withoutNpm } from './without-npm'

describe('the environment without what npm added', () => {
  it('is what the shell had, even where npm itself added to it', () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'cleveragents-npm-')))
    mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
    writeFileSync(join(root, 'show.cjs'), 'process.stdout.write(JSON.stringify(process.env))')
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'x', scripts: { show: 'node show.cjs' } }))
    const own = { PATH: process.env['PATH'] ?? '', HOME: root, MINE: '1' }
    const path = own.PATH.split(delimiter).filter((entry) => !/node_modules[\\/]\.bin$|node-gyp-bin$/.test(entry))
    const env = { ...own, PATH: path.join(delimiter) }
    const inside = JSON.parse(
      execFileSync('npm', ['run', '--silent', 'show'], { cwd: root, env, encoding: 'utf8' }),
    ) as NodeJS.ProcessEnv
    expect(inside['PATH']).toContain(join(root, 'node_modules/.bin'))
    const cleaned = withoutNpm(inside, root)
    expect(cleaned['PATH']).toBe(env.PATH)
    expect(cleaned['MINE']).toBe('1')
    expect(Object.keys(cleaned).filter((name) => name.startsWith('npm_'))).toEqual([])
  })

  it('is left alone outside of npm, whatever the path holds', () => {
    const env = { PATH: ['/repo/node_modules/.bin', '/usr/bin'].join(delimiter) }
    expect(withoutNpm(env, '/repo')).toBe(env)
  })
})
