import type { FileChange } from '../sandboxes'
import { isSource, isTest, stemOf } from './domain/file-roles'
import { compareNames, type NameChanges } from './domain/public-names'
import { rateApi, settleMoves, type FileNames } from './domain/rate-api'
import { rateBreaking } from './domain/rate-breaking'
import { rateResources } from './domain/rate-resources'
import { rateTests, testable, type Coverage } from './domain/rate-tests'
import type { Risk } from './domain/risk'
import type { Changeset, RiskDeps } from './ports'

/** What is read at most: beyond it a file counts as not read, which the answer says. */
const limits = { files: 200, fileBytes: 512 * 1024, words: 200, atOnce: 25 }

const noNames: NameChanges = { added: [], removed: [], changed: [] }

/** Lets whatever else waits go first. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Contents by object name, of all files at once. */
async function contentsOf(deps: RiskDeps, planId: string, files: readonly FileChange[]) {
  const all = new Map<string, Buffer>()
  for (const [resourceId, own] of Map.groupBy(files, (file) => file.resourceId)) {
    const oids = own.flatMap(({ oldMode, oldOid, newMode, newOid }) => [
      ...(oldMode === null ? [] : [oldOid]),
      ...(newMode === null ? [] : [newOid]),
    ])
    for (const [oid, bytes] of await deps.sandboxes.contents(planId, resourceId, oids, limits.fileBytes))
      all.set(oid, bytes)
  }
  return all
}

async function sideOf(deps: RiskDeps, file: FileChange, side: 'old' | 'new', contents: ReadonlyMap<string, Buffer>) {
  const mode = side === 'old' ? file.oldMode : file.newMode
  if (mode === null) return []
  const bytes = contents.get(side === 'old' ? file.oldOid : file.newOid)
  return bytes === undefined ? null : deps.publicNames(file.path, bytes.toString('utf8'))
}

async function namesOf(deps: RiskDeps, { planId, files }: Changeset) {
  const read: FileNames[] = []
  const sources = files.filter(
    (file) => isSource(file.path) && !file.binary && file.newMode !== '120000' && file.oldOid !== file.newOid,
  )
  const unread: string[] = []
  for (let at = 0; at < Math.min(sources.length, limits.files); at += limits.atOnce) {
    const some = sources.slice(at, Math.min(at + limits.atOnce, limits.files))
    const contents = await contentsOf(deps, planId, some)
    for (const file of some) {
      await breathe()
      const [before, after] = await Promise.all([
        sideOf(deps, file, 'old', contents),
        sideOf(deps, file, 'new', contents),
      ])
      if (before === null || after === null) unread.push(file.path)
      else read.push({ path: file.path, changes: before === after ? noNames : compareNames(before, after) })
    }
  }
  unread.push(...sources.slice(limits.files).map((file) => file.path))
  return { names: settleMoves(read), unread }
}

const testPaths = ['*test*', '*Test*', '*spec*', '*Spec*', '*e2e*']

/** Looks words up in the states of the resources that their files belong to; a resource that takes too long is left out. */
async function mentions(
  deps: RiskDeps,
  { planId, trees }: Changeset,
  asked: readonly { readonly resourceId: string; readonly word: string }[],
  only?: readonly string[],
) {
  const found = new Map<string, string[]>()
  for (const resourceId of new Set(asked.map((one) => one.resourceId))) {
    const words = [...new Set(asked.filter((one) => one.resourceId === resourceId).map(({ word }) => word))]
    const tree = trees[resourceId]
    const places =
      tree === undefined
        ? null
        : await deps.sandboxes.filesNaming(planId, resourceId, {
            tree,
            words: words.slice(0, limits.words),
            ...(only ? { only } : {}),
          })
    for (const [word, paths] of places ?? []) found.set(word, [...(found.get(word) ?? []), ...paths])
  }
  return found
}

async function coverageOf(deps: RiskDeps, changeset: Changeset): Promise<Coverage> {
  const sources = testable(changeset.files).flatMap((file) => {
    const word = stemOf(file.path)
    return word === null ? [] : [{ resourceId: file.resourceId, path: file.path, word }]
  })
  const found = await mentions(deps, changeset, sources, testPaths)
  const changed = new Set(changeset.files.filter(({ path }) => isTest(path)).map(({ path }) => path))
  const nameIt = (path: string, word: string) =>
    (path.split('/').at(-1) ?? '').toLowerCase().includes(word.toLowerCase())
  return new Map(
    sources.map(({ path, word }) => {
      const tests = new Set([
        ...(found.get(word) ?? []).filter(isTest),
        ...[...changed].filter((test) => nameIt(test, word)),
      ])
      return [
        path,
        {
          changed: [...tests].filter((test) => changed.has(test)),
          existing: [...tests].filter((test) => !changed.has(test)),
        },
      ]
    }),
  )
}

async function brokenBy(deps: RiskDeps, changeset: Changeset, names: readonly FileNames[]): Promise<Risk> {
  const resourceOf = new Map(changeset.files.map(({ path, resourceId }) => [path, resourceId]))
  const removed = names.flatMap(({ path, changes }) =>
    changes.removed.flatMap(({ name }) => {
      const word = name.split('.').at(-1) ?? name
      return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(word) && word !== 'default'
        ? [{ resourceId: resourceOf.get(path) ?? '', word }]
        : []
    }),
  )
  const gone = changeset.files.flatMap((file) => {
    const path = file.status === 'deleted' ? file.path : file.status === 'renamed' ? file.oldPath : null
    if (path === null || !isSource(path)) return []
    const stem = stemOf(path)
    // A file that was moved keeps its name, and whoever names it may mean the new place.
    const kept = file.status === 'renamed' && stem === stemOf(file.path)
    return [{ path, stem: kept ? null : stem, resourceId: file.resourceId }]
  })
  const asked = [
    ...removed,
    ...gone.flatMap(({ resourceId, stem }) => (stem === null ? [] : [{ resourceId, word: stem }])),
  ]
  const found = await mentions(deps, changeset, asked)
  const inSources = new Map(
    [...found].map(([word, paths]) => [word, paths.filter((path) => isSource(path) || isTest(path))]),
  )
  return rateBreaking(names, gone, inSources)
}

async function sizesOf(deps: RiskDeps, { planId, files }: Changeset): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  for (const resourceId of new Set(files.map((file) => file.resourceId))) {
    const own = files.filter((file) => file.resourceId === resourceId && file.newMode !== null)
    const found = await deps.sandboxes.sizes(
      planId,
      resourceId,
      own.map(({ newOid }) => newOid),
    )
    for (const { path, newOid } of own) sizes.set(path, found.get(newOid) ?? 0)
  }
  return sizes
}

/** Works out how risky a changeset is, in each respect that can be computed. */
export async function assessRisk(deps: RiskDeps, changeset: Changeset): Promise<readonly Risk[]> {
  const { names, unread } = await namesOf(deps, changeset)
  return [
    rateApi(names, unread),
    rateTests(changeset.files, await coverageOf(deps, changeset)),
    await brokenBy(deps, changeset, names),
    rateResources(changeset.files, await sizesOf(deps, changeset)),
  ]
}
