import { dirname, join } from 'node:path'
import { conflict, invalid } from '@shared/model/refusal'
import { type GitRefs, parseRefs, refFormat } from './domain/git-output'
import { nearNames } from './domain/near-names'
import { noCommitsWarning } from './domain/resource'
import { requireFolder } from './open-folder'
import type { ResourceDeps } from './ports'

type Deps = Pick<ResourceDeps, 'git' | 'disk'>

/** What git says of a folder of a working tree. */
export type Checkout = {
  /** The working tree's top folder, resolved. */
  readonly topLevel: string
  /** Git's own folder of this working tree, and the one that all working trees of the repository share. */
  readonly gitFolder: string
  readonly commonFolder: string
  /** The branch that HEAD stands on, also where it has no commit yet; null where HEAD is detached. */
  readonly headBranch: string | null
  readonly headCommit: string | null
  readonly refs: GitRefs
}

/** The last three fail in a bare repository, after the first three were answered. */
const placeQuestion = [
  'rev-parse',
  '--path-format=absolute',
  '--is-bare-repository',
  '--is-inside-git-dir',
  '--is-inside-work-tree',
  '--show-toplevel',
  '--git-dir',
  '--git-common-dir',
] as const

const linesOf = (output: Buffer) => output.toString('utf8').split(/\r?\n/).slice(0, -1)

/** Why a folder is no checkout; `unreadable` where its path holds a new line, which git's answers cannot tell apart. */
type NoCheckout = 'none' | 'bare' | 'git_folder' | 'owner' | 'unreadable'

/** Looks at a folder that is resolved and readable; answers with what stands in the way of a checkout. */
export async function probeCheckout(deps: Deps, folder: string): Promise<Checkout | NoCheckout> {
  const ask = (args: readonly string[], expect: readonly number[] = [0]) =>
    deps.git.run(folder, args, { read: true, expect })
  // Asked all at once: in the usual case, a checkout, no answer goes to waste.
  const [where, head, refs] = await Promise.all([
    ask(placeQuestion, [0, 128]),
    ask(['symbolic-ref', '--quiet', '--short', 'HEAD'], [0, 1, 128]),
    ask(['for-each-ref', refFormat, 'refs/heads', 'refs/tags'], [0, 128]),
  ])
  const [bare, inGitFolder, inWorkTree, topLevel, gitFolder, commonFolder, ...more] = linesOf(where.stdout)
  if (bare === undefined) return (await hasForeignRepository(deps, folder)) ? 'owner' : 'none'
  if (bare === 'true') return 'bare'
  if (inGitFolder === 'true' || inWorkTree !== 'true') return 'git_folder'
  if (topLevel === undefined || gitFolder === undefined || commonFolder === undefined || more.length > 0)
    return 'unreadable'
  const parsed = parseRefs(refs.stdout.toString('utf8'))
  const [headBranch = null] = linesOf(head.stdout)
  const headCommit =
    headBranch === null
      ? linesOf((await ask(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], [0, 1, 128])).stdout)[0]
      : parsed.branches.find((ref) => ref.name === headBranch)?.objectId
  return { topLevel, gitFolder, commonFolder, headBranch, headCommit: headCommit ?? null, refs: parsed }
}

/** Whether the nearest repository above is one that git keeps away from because another user owns it. */
async function hasForeignRepository(deps: Deps, folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const marks = [at, join(at, '.git'), join(at, 'HEAD')]
    if ((await deps.disk.exists(join(at, '.git'))) || (await looksBare(deps, at))) {
      return !(await Promise.all(marks.map((mark) => deps.disk.isOwn(mark)))).every(Boolean)
    }
    if (dirname(at) === at) return false
  }
}

async function looksBare(deps: Deps, folder: string): Promise<boolean> {
  const parts = ['HEAD', 'objects', 'refs'].map((name) => deps.disk.exists(join(folder, name)))
  return (await Promise.all(parts)).every(Boolean)
}

/** As `probeCheckout`, but refuses what is no checkout, or no longer there. */
export async function requireCheckout(deps: Deps, folder: string): Promise<Checkout> {
  await requireFolder(deps, folder)
  const probed = await probeCheckout(deps, folder)
  if (typeof probed !== 'string') return probed
  const details = { path: folder }
  switch (probed) {
    case 'none':
      throw invalid('resource.not_a_repository', `${folder} is not in a git repository; nothing was registered.`, {
        hint: 'Run `git init` in it first, or register it as an fs-directory.',
        details,
      })
    case 'bare':
      throw invalid(
        'resource.bare_repository',
        `${folder} is a bare repository, without files to work on; nothing was registered.`,
        {
          hint: 'Clone it, or add a worktree, and register that folder.',
          details,
        },
      )
    case 'git_folder':
      throw invalid(
        'resource.not_a_repository',
        `${folder} is git's own folder, not a checkout; nothing was registered.`,
        {
          hint: "Register the checkout's folder instead.",
          details,
        },
      )
    case 'unreadable':
      throw invalid('resource.path_unsupported', 'A repository whose path holds a new line cannot be registered.', {
        hint: 'Rename the folder.',
        details,
      })
    case 'owner':
      throw conflict(
        'resource.owner_differs',
        `The repository of ${folder} belongs to another user, so git refuses it; nothing was registered or changed.`,
        {
          hint: `Make yourself its owner, or, if you trust it, allow it yourself: git config --global --add safe.directory "${folder}"`,
          details,
        },
      )
  }
}

/** The commit of a resource's branch, or of HEAD where it has none; null where there is no commit yet. */
export function commitOf(checkout: Checkout, branch: string | null): string | null {
  if (branch === null || branch === checkout.headBranch) return checkout.headCommit
  return checkout.refs.branches.find((ref) => ref.name === branch)?.objectId ?? null
}

/** The branch to register: the wanted one where it exists, else the one HEAD stands on. */
export function branchToRegister(checkout: Checkout, wanted: string | undefined): string | null {
  const names = checkout.refs.branches.map((ref) => ref.name)
  if (wanted === undefined || wanted === '') return checkout.headBranch
  if (names.includes(wanted) || wanted === checkout.headBranch) return wanted
  const near = nearNames(wanted, names)
  const hint =
    near.length > 0
      ? `Branches like it: ${near.join(', ')}.`
      : `The repository has no other branch than ${checkout.headBranch ?? 'a detached HEAD'}.`
  throw invalid(
    'resource.unknown_branch',
    `There is no branch "${wanted}" in ${checkout.topLevel}; nothing was registered.`,
    {
      hint,
      details: { branch: wanted, near },
    },
  )
}

/** What a person should know of the repository's present state. */
export async function checkoutWarnings(
  deps: Deps,
  checkout: Checkout,
  branch: string | null,
): Promise<readonly string[]> {
  const commit = commitOf(checkout, branch)
  const inGit = (name: string) => deps.disk.exists(join(checkout.gitFolder, name))
  const underWay = [
    ['rebase in progress', ['rebase-merge', 'rebase-apply']],
    ['merge in progress', ['MERGE_HEAD']],
    ['cherry-pick in progress', ['CHERRY_PICK_HEAD']],
    ['revert in progress', ['REVERT_HEAD']],
    ['bisect in progress', ['BISECT_LOG']],
  ] as const
  const states = underWay.map(async ([text, names]) =>
    (await Promise.all(names.map(inGit))).includes(true) ? [text] : [],
  )
  const gone = branch !== null && commit === null && branch !== checkout.headBranch
  return [
    ...(commit === null && !gone ? [noCommitsWarning] : []),
    ...(gone ? [`the branch ${branch} no longer exists`] : []),
    ...(checkout.headBranch === null && checkout.headCommit ? [`detached at ${checkout.headCommit.slice(0, 7)}`] : []),
    ...(await Promise.all(states)).flat(),
  ]
}
