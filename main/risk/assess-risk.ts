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
const limits = { files: 200, fileBytes: 512 * 1024, words: 200 }

const noNames: NameChanges = { added: [], removed: [], changed: [] }

/** Lets whatever else waits go first. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

async function sideOf(deps: RiskDeps, planId: string, file: FileChange, side: 'old' | 'new') {
  const oid = side === 'old' ? file.oldOid : file.newOid
  const mode = side === 'old' ? file.oldMode : file.newMode
  if (mode === null) return []
  const bytes = await deps.sandboxes.content(planId, file.resourceId, oid, limits.fileBytes)
  return bytes === null ? null : deps.publicNames(file.path, bytes.toString('utf8'))
}

async function namesOf(deps: RiskDeps, { planId, files }: Changeset) {
  const read: FileNames[] = []
  const unread: string[] = []
  const sources = files.filter((file) => isSource(file.path) && !file.binary && file.newMode !== '120000')
  for (const [at, file] of sources.entries()) {
    if (file.oldOid === file.newOid) continue
    await breathe()
    const [before, after] =
      at < limits.files
        ? await Promise.all([sideOf(deps, planId, file, 'old'), sideOf(deps, planId, file, 'new')])
        : [null, null]
    if (before === null || after === null) unread.push(file.path)
    else read.push({ path: file.path, changes: before === after ? noNames : compareNames(before, after) })
  }
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
