import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const two = (index: number): string => String(index).padStart(2, '0')

/** How many files the scripted plan reads and edits. */
export const targetCount = 10
export const targetPath = (index: number): string => `src/target_${two(index)}.js`
export const oldLine = (index: number): string => `export const MARK_${two(index)} = "before";`
export const newLine = (index: number): string => `export const MARK_${two(index)} = "after";`

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

function textOfTarget(index: number): string {
  const functions = Array.from(
    { length: 60 },
    (_, at) => `export function f${two(index)}_${two(at)}(x) { return x * ${at + index} + ${at}; }`,
  )
  return [`// target ${two(index)}`, oldLine(index), ...functions, ''].join('\n')
}

function textOfFiller(index: number): string {
  const constants = Array.from(
    { length: 16 },
    (_, at) => `export const v${index}_${at} = [${index}, ${at}, "${(index * 7919 + at * 104_729).toString(36)}"];`,
  )
  return [`// filler ${index}`, ...constants, ''].join('\n')
}

const folderOf = (index: number): string => `lib/d${String(Math.floor(index / 100)).padStart(3, '0')}`
const fillerPath = (index: number): string => `${folderOf(index)}/f${String(index).padStart(5, '0')}.js`

function initialise(folder: string): void {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q', '-b', 'main')
  for (const [key, value] of [
    ['user.name', 'bench'],
    ['user.email', 'bench@localhost'],
    ['gc.auto', '0'],
  ] as const)
    git(folder, 'config', key, value)
}

/** A repository of ten files to edit and `fillers` others, in one commit; the same bytes each time. */
export function makeTargets(folder: string, fillers: number): string {
  initialise(folder)
  mkdirSync(join(folder, 'src'))
  for (let index = 0; index < targetCount; index++) writeFileSync(join(folder, targetPath(index)), textOfTarget(index))
  for (let index = 0; index < fillers; index++) {
    if (index % 100 === 0) mkdirSync(join(folder, folderOf(index)), { recursive: true })
    writeFileSync(join(folder, fillerPath(index)), textOfFiller(index))
  }
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\n')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', 'sample')
  git(folder, 'repack', '-adq')
  return git(folder, 'rev-parse', 'HEAD')
}

/** Puts a repository back to a commit, whatever a run left. */
export function resetTo(folder: string, commit: string): void {
  git(folder, 'reset', '-q', '--hard', commit)
  git(folder, 'clean', '-fdq')
  git(folder, 'status', '--porcelain')
}

/** A checkout of so many files, and so many commits that each change one of them. */
export async function makeHistory(folder: string, files: number, commits: number): Promise<void> {
  initialise(folder)
  const lines: string[] = []
  const data = (text: string) => lines.push(`data ${Buffer.byteLength(text)}`, text)
  for (let commit = 0; commit < commits; commit++) {
    lines.push('commit refs/heads/main', `committer bench <bench@localhost> ${1_700_000_000 + commit * 60} +0000`)
    data(`commit ${commit}`)
    const changed = commit === 0 ? Array.from({ length: files }, (_, index) => index) : [(commit * 7) % files]
    for (const index of changed) {
      lines.push(`M 100644 inline ${fillerPath(index)}`)
      data(commit === 0 ? textOfFiller(index) : `${textOfFiller(index)}// ${commit}\n`)
    }
  }
  const importer = spawn('git', ['-C', folder, 'fast-import', '--quiet'], { stdio: ['pipe', 'ignore', 'inherit'] })
  importer.stdin.end(`${lines.join('\n')}\n`)
  await once(importer, 'close')
  git(folder, 'reset', '-q', '--hard', 'main')
  git(folder, 'repack', '-adq')
}
