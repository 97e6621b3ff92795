// `npm run package`: builds, lays out what is shipped and has electron-builder make this system's packages from it;
// `--dir` stops at the unpacked application. Every other argument is electron-builder's own.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createPackage } from '@electron/asar'
import { ensureBuilt } from './build.ts'
import { electronBinary, fetchElectron } from './electron-binary.ts'
import { stageApplication, stageNode } from './stage-application.ts'

const root = join(import.meta.dirname, '..')
const staged = join(root, 'out/app')

await ensureBuilt(root)
stageApplication(root, staged, process)
const electron = electronBinary(root, {}) ?? (await fetchElectron(root, { stallMs: 20_000, env: withoutOverride() }))
if (electron === null) process.exitCode = await stopShort()
else if (!stageNode(root, join(root, 'out/node'), process))
  process.exitCode = say('Node 24 is missing: npm has no package of it for this system.')
else process.exitCode = build()

/** A stand-in for the binary can be run, but not shipped. */
function withoutOverride(): NodeJS.ProcessEnv {
  const { ELECTRON_OVERRIDE_DIST_PATH: _, ...env } = process.env
  return env
}

/** As far as one comes without the binary: the archive that would stand beside it. */
async function stopShort(): Promise<number> {
  mkdirSync(join(root, 'dist'), { recursive: true })
  await createPackage(staged, join(root, 'dist/app.asar'))
  return say(
    "Electron's binary is missing and could not be fetched: dist/app.asar is packed, the application around it is not.",
  )
}

function say(message: string): number {
  process.stderr.write(`${message}\n`)
  return 1
}

function build(): number {
  const builder = join(root, 'node_modules/electron-builder/cli.js')
  // Where updates are found is known to who publishes; without it a package does not look for any.
  const source = process.env.CLEVERAGENTS_UPDATE_URL
  const publish = source ? ['-c.publish.provider=generic', `-c.publish.url=${source}`] : ['-c.publish=null']
  const args = [builder, '--publish', 'never', ...publish, ...process.argv.slice(2)]
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: withoutOverride() }).status ?? 1
}
