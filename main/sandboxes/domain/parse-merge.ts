import type { ConflictSide, ConflictSides } from './types'

export type TreeConflict = { readonly path: string; readonly stages: readonly number[]; readonly sides: ConflictSides }
export type TreeMerge = { readonly tree: string; readonly conflicts: readonly TreeConflict[] }

function collect(records: readonly string[]): TreeConflict[] {
  const stages = new Map<string, Map<number, ConflictSide>>()
  for (const record of records) {
    const [, mode = '', oid = '', stage = '', path = ''] = /^(\d+) ([0-9a-f]+) ([123])\t(.*)$/s.exec(record) ?? []
    if (stage !== '') stages.set(path, (stages.get(path) ?? new Map()).set(Number(stage), { mode, oid }))
  }
  return [...stages].map(([path, found]) => ({
    path,
    stages: [...found.keys()],
    sides: { base: found.get(1) ?? null, now: found.get(2) ?? null, plan: found.get(3) ?? null },
  }))
}

export const noSides: ConflictSides = { base: null, now: null, plan: null }

/** Reads `git merge-tree --write-tree -z --no-messages`. */
export function parseMerge(output: string, clean: boolean): TreeMerge {
  const [tree = '', ...records] = output.split('\0')
  if (clean) return { tree: tree.trim(), conflicts: [] }
  const conflicts = collect(records)
  return { tree: tree.trim(), conflicts: conflicts.length > 0 ? conflicts : [{ path: '', stages: [], sides: noSides }] }
}

/** Reads `git ls-files -u -z`. */
export function parseUnmerged(output: string): TreeConflict[] {
  return collect(output.split('\0'))
}

/** Whose a change is that no commit holds, as conflicts name it. */
export const openEdits = 'uncommitted edits in your working folder'

/** Says in words what two sides did to a file, from the versions that are left of it (1 base, 2 target, 3 plan). */
export function reasonOf(conflict: TreeConflict, target: string): string {
  const has = (stage: number) => conflict.stages.includes(stage)
  if (has(2) && has(3))
    return has(1) ? `changed in the same place by ${target} and by the plan` : `added by ${target} and by the plan`
  if (has(3)) return `deleted by ${target}, changed by the plan`
  if (has(2)) return `changed by ${target}, deleted by the plan`
  return `moved or replaced by ${target} and by the plan in different ways`
}
