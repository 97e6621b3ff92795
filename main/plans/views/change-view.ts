import type { ArtifactView, ChangedFile } from '@shared/contract/plans'
import type { ApplyPreviewView } from '@shared/contract/plans'
import type { ApplyMode } from '@shared/model/plan'
import { isGenerated, kindOf, type StoredRejection } from '../../review'
import { contentKey, type ApplyPreview, type FileChange } from '../../sandboxes'
import { standingOf } from './review-view'

export function changedFile(file: FileChange, rejections: readonly StoredRejection[]): ChangedFile {
  const { resource, path, oldPath, status, insertions, deletions, binary, patch, tooLarge } = file
  return {
    resource,
    path,
    old_path: oldPath,
    status,
    insertions,
    deletions,
    binary,
    patch,
    too_large: tooLarge,
    kind: kindOf(file),
    old_mode: file.oldMode,
    new_mode: file.newMode,
    generated: isGenerated(path),
    content: contentKey(file),
    ...standingOf(file, rejections),
  }
}

export const sumOf = (files: readonly { insertions: number; deletions: number }[]) => ({
  insertions: files.reduce((sum, file) => sum + file.insertions, 0),
  deletions: files.reduce((sum, file) => sum + file.deletions, 0),
})

export function applyPreviewView(
  preview: ApplyPreview,
  files: readonly FileChange[],
  mode: ApplyMode,
): Omit<ApplyPreviewView, 'waived' | 'message'> {
  return {
    files: files.length,
    ...sumOf(files),
    mode,
    changes: files.map(({ resource, path, status, insertions, deletions }) => ({
      resource,
      path,
      status,
      insertions,
      deletions,
    })),
    resources: preview.resources.map((item) => ({
      resource: item.resource,
      branch: item.branch,
      checked_out: item.checkedOut,
      files: [...item.files],
      notices: [...item.notices],
    })),
    conflicts: preview.resources.flatMap((item) =>
      item.conflicts.map(({ resource, path, reason, cause }) => ({ resource, path, reason, cause })),
    ),
  }
}

function artifactKind(status: FileChange['status']): 'write' | 'edit' | 'delete' | 'move' {
  if (status === 'added') return 'write'
  if (status === 'deleted') return 'delete'
  return status === 'renamed' ? 'move' : 'edit'
}

/** What became of a file, as an artifact of the plan. */
export function artifactView(file: FileChange, rejections: readonly StoredRejection[]): ArtifactView {
  const { rejected, hunks } = standingOf(file, rejections)
  return {
    path: file.path,
    resource: file.resource,
    kind: artifactKind(file.status),
    size: null,
    insertions: file.insertions,
    deletions: file.deletions,
    rejected,
    rejected_hunks: rejected ? [] : hunks.filter((hunk) => hunk.rejected).map(({ number }) => number),
  }
}
