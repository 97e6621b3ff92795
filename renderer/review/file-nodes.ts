import type { ChangedFile } from '@shared/contract/plans'
import type { TreeNode } from '../ui'

export type FileNode =
  | { readonly kind: 'folder'; readonly name: string; readonly files: number }
  | { readonly kind: 'file'; readonly file: ChangedFile; readonly name: string }

export const keyOf = (file: Pick<ChangedFile, 'resource' | 'path'>): string => `${file.resource}:${file.path}`

type Folder = { readonly folders: Map<string, Folder>; readonly files: ChangedFile[] }
const emptyFolder = (): Folder => ({ folders: new Map(), files: [] })

function insert(top: Folder, steps: readonly string[], file: ChangedFile): void {
  let folder = top
  for (const step of steps) {
    const next = folder.folders.get(step) ?? emptyFolder()
    folder.folders.set(step, next)
    folder = next
  }
  folder.files.push(file)
}

const byName = <T extends { readonly label: string }>(one: T, other: T): number =>
  one.label < other.label ? -1 : one.label > other.label ? 1 : 0

/** A folder that holds nothing but one folder is shown with it in one row. */
function nodesOf(folder: Folder, path: string): TreeNode<FileNode>[] {
  const folders = [...folder.folders].map(([first, inner]): TreeNode<FileNode> => {
    let name = first
    let below = inner
    while (below.files.length === 0 && below.folders.size === 1) {
      const [step, only] = [...below.folders][0]!
      name = `${name}/${step}`
      below = only
    }
    const id = `${path}${name}/`
    const children = nodesOf(below, id)
    const files = children.reduce((sum, child) => sum + (child.value.kind === 'folder' ? child.value.files : 1), 0)
    return { id, label: name, value: { kind: 'folder', name, files }, children }
  })
  const files = folder.files.map((file): TreeNode<FileNode> => {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1)
    return { id: keyOf(file), label: name, value: { kind: 'file', file, name } }
  })
  return [...folders.sort(byName), ...files.sort(byName)]
}

/** Changed files as a tree of folders; each resource is a root of its own where there are several. */
export function fileNodes(files: readonly ChangedFile[]): TreeNode<FileNode>[] {
  const several = new Set(files.map((file) => file.resource)).size > 1
  const top = emptyFolder()
  for (const file of files) {
    const folders = file.path.split('/').slice(0, -1)
    insert(top, several ? [file.resource, ...folders] : folders, file)
  }
  return nodesOf(top, 'in:')
}

/** The files of a tree from top to bottom, as j and k walk them. */
export function filesIn(nodes: readonly TreeNode<FileNode>[]): ChangedFile[] {
  return nodes.flatMap((node) => (node.value.kind === 'file' ? [node.value.file] : filesIn(node.children ?? [])))
}
