import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { newFolder, newRepository, startTestApp, type TestApp } from '../app/testing-app'

const source = 'export function a() {\n  console.log("one")\n}\n'
const files = {
  'src/a.js': source,
  'README.md': 'console.log\n',
  '.git/HEAD': 'console.log()\n',
  'node_modules/m/index.js': 'console.log("package")\n',
}
const args = { pattern: 'console.log($$$A)', rewrite: 'log.info($$$A)', language: 'javascript' }

function plainFolder(): string {
  const folder = join(newFolder(), 'docs')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const apps: TestApp[] = []
async function start(): Promise<TestApp> {
  const app = await startTestApp()
  apps.push(app)
  return app
}
afterEach(async () => {
  for (const app of apps.splice(0)) {
    expect(app.faults).toEqual([])
    await app.close()
  }
})

async function folderProject(app: TestApp, folder: string): Promise<string> {
  await app.client.resources.add({ type: 'fs-directory', name: 'local/docs', path: folder })
  await app.client.projects.create({ name: 'local/paper', resources: ['local/docs'] })
  return 'local/paper'
}

const use = (app: TestApp, action: string, project: string, given: Record<string, string> = args) =>
  app.client.plans.use({ action, projects: [project], args: given, automation_profile: 'trusted' })

describe('a plan on a folder', { timeout: 120_000 }, () => {
  it('rewrites in a copy, shows the diff, and applies to the files', async () => {
    const app = await start()
    const folder = plainFolder()
    const project = await folderProject(app, folder)
    const preview = await app.client.plans.preview({ action: 'local/rewrite-pattern', projects: [project] })
    expect(preview.resources).toMatchObject([{ name: 'local/docs', read_only: false, branch: null, problem: null }])
    const used = await use(app, 'local/rewrite-pattern', project)
    expect(used.notices.join()).toMatch(/local\/docs: not covered.*\.git.*node_modules/)
    const rested = await app.rest(used.plan_id)
    expect(rested).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 1 })
    expect(rested.resources).toMatchObject([
      { sandbox_strategy: 'filesystem_copy', sandbox_branch: null, branch: null, read_only: false },
    ])
    const path = rested.resources[0]?.sandbox_path ?? ''
    expect(readFileSync(join(path, 'src/a.js'), 'utf8')).toContain('log.info("one")')
    const diff = await app.client.plans.diff({ plan_id: used.plan_id })
    expect(diff.files.map((file) => [file.path, file.insertions, file.deletions])).toEqual([['src/a.js', 1, 1]])
    expect(readFileSync(join(folder, 'src/a.js'), 'utf8')).toBe(source)

    const applied = await app.client.plans.apply({ plan_id: used.plan_id })
    expect(applied).toMatchObject({
      state: 'applied',
      applied: [{ resource: 'local/docs', branch: null, commit: null }],
    })
    expect(readFileSync(join(folder, 'src/a.js'), 'utf8')).toContain('log.info("one")')
    for (const same of ['README.md', '.git/HEAD', 'node_modules/m/index.js'] as const)
      expect(readFileSync(join(folder, same), 'utf8')).toBe(files[same])
    expect((await app.client.plans.diff({ plan_id: used.plan_id })).files).toHaveLength(1)
  })

  it('runs a command that writes, deletes and moves', async () => {
    const app = await start()
    const folder = plainFolder()
    const project = await folderProject(app, folder)
    const command = 'printf made > made.txt && rm README.md && mv src/a.js b.js'
    const used = await use(app, 'local/run-command', project, { command })
    expect(await app.rest(used.plan_id)).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 3 })
    await app.client.plans.apply({ plan_id: used.plan_id })
    expect(readdirSync(folder).sort()).toEqual(['.git', 'b.js', 'made.txt', 'node_modules'])
  })

  it('pauses where the command changes the folder instead of the copy', async () => {
    const app = await start()
    const folder = plainFolder()
    const project = await folderProject(app, folder)
    const used = await use(app, 'local/run-command', project, { command: `echo stray > ${folder}/stray.txt` })
    expect(await app.rest(used.plan_id)).toMatchObject({ state: 'awaiting_input', reason: 'source_changed' })
  })

  it('refuses a conflict with its files, and leaves nothing behind when it is cancelled', async () => {
    const app = await start()
    const folder = plainFolder()
    const project = await folderProject(app, folder)
    const used = await use(app, 'local/rewrite-pattern', project)
    await app.rest(used.plan_id)
    const changed = source.replace('"one"', '"changed by hand"')
    writeFileSync(join(folder, 'src/a.js'), changed)
    await expect(app.client.plans.apply({ plan_id: used.plan_id })).rejects.toMatchObject({
      data: { code: 'apply.conflict', details: { conflicts: [{ path: 'src/a.js' }] } },
    })
    expect(readFileSync(join(folder, 'src/a.js'), 'utf8')).toBe(changed)
    expect(await app.client.plans.cancel({ plan_id: used.plan_id })).toMatchObject({ state: 'cancelled' })
    expect(existsSync(join(app.dataDir, 'sandboxes', used.plan_id))).toBe(false)
    expect(readFileSync(join(folder, 'src/a.js'), 'utf8')).toBe(changed)
  })

  it('does not write through a link that leads out of the folder', async () => {
    const app = await start()
    const folder = plainFolder()
    const outside = newFolder()
    writeFileSync(join(outside, 'out.js'), source)
    symlinkSync(outside, join(folder, 'out'))
    const project = await folderProject(app, folder)
    const used = await use(app, 'local/rewrite-pattern', project)
    expect(await app.rest(used.plan_id)).toMatchObject({ files_modified: 1 })
    await app.client.plans.apply({ plan_id: used.plan_id })
    expect(readFileSync(join(outside, 'out.js'), 'utf8')).toBe(source)
  })

  it('lists the links that lead out of the copy before its first command', async () => {
    const app = await start()
    const folder = plainFolder()
    const outside = newFolder()
    symlinkSync(outside, join(folder, 'out'))
    symlinkSync(join(folder, 'src'), join(folder, 'absolute'))
    symlinkSync('../../nowhere', join(folder, 'src/up'))
    symlinkSync('src', join(folder, 'within'))
    symlinkSync('loop', join(folder, 'loop'))
    const project = await folderProject(app, folder)
    const used = await use(app, 'local/run-command', project, { command: 'true' })
    await app.rest(used.plan_id)
    for await (const event of await app.client.plans.activity({ plan_id: used.plan_id })) {
      if (event.type !== 'snapshot') continue
      const at = event.items.findIndex(({ title }) => title.includes('out of the copy of local/docs'))
      expect(event.items[at]?.body.split('\n')).toEqual([
        `absolute → ${join(folder, 'src')}`,
        `out → ${outside}`,
        'src/up → ../../nowhere',
      ])
      expect(at).toBeLessThan(
        event.items.findIndex(({ tool, kind }) => tool === 'run_command' && kind === 'tool_result'),
      )
      break
    }
  })

  it('applies to a folder and a checkout in one plan', async () => {
    const app = await start()
    const [folder, repo] = [plainFolder(), newRepository({ 'src/r.js': source })]
    const project = await folderProject(app, folder)
    await app.client.resources.add({ type: 'git-checkout', name: 'local/repo', path: repo })
    await app.client.projects.link({ project, resource: 'local/repo' })
    const used = await use(app, 'local/rewrite-pattern', project)
    expect(await app.rest(used.plan_id)).toMatchObject({ phase: 'execute', files_modified: 2 })
    await app.client.plans.apply({ plan_id: used.plan_id })
    for (const file of [join(folder, 'src/a.js'), join(repo, 'src/r.js')])
      expect(readFileSync(file, 'utf8')).toContain('log.info')
  })

  it('reads a folder that is linked read only as it was recorded, and forgets it with its resource', async () => {
    const app = await start()
    const folder = plainFolder()
    const project = await folderProject(app, folder)
    await app.client.projects.unlink({ project, resource: 'local/docs' })
    await app.client.projects.link({ project, resource: 'local/docs', read_only: true })
    const used = await use(app, 'local/rewrite-pattern', project)
    expect(await app.rest(used.plan_id)).toMatchObject({
      files_modified: 0,
      resources: [{ read_only: true, sandbox_strategy: 'none' }],
    })
    expect(readFileSync(join(folder, 'src/a.js'), 'utf8')).toBe(source)
    await app.client.projects.unlink({ project, resource: 'local/docs' })
    expect(readdirSync(join(app.dataDir, 'folders'))).toHaveLength(2)
    await app.client.resources.remove({ resource: 'local/docs' })
    expect(readdirSync(join(app.dataDir, 'folders'))).toEqual([])
    expect(existsSync(join(folder, 'src/a.js'))).toBe(true)
  })
})
