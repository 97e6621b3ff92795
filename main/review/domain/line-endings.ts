import type { LineEndings } from '@shared/model/review'

/** How the lines of a text end, and whether its last one does. */
export function endingsOf(text: string): { readonly endings: LineEndings; readonly lastEnds: boolean } {
  const all = text.split('\n').length - 1
  const returns = text.split('\r\n').length - 1
  const endings = all === 0 ? 'none' : returns === 0 ? 'lf' : returns === all ? 'crlf' : 'mixed'
  return { endings, lastEnds: text === '' || text.endsWith('\n') }
}

/** Whether two texts differ in nothing but how their lines end. */
export const onlyEndingsDiffer = (old: string, next: string): boolean =>
  old !== next && old.replaceAll('\r\n', '\n') === next.replaceAll('\r\n', '\n')

/** Bytes that a Git LFS pointer stands for; null for any other text. */
export function pointsTo(text: string): number | null {
  if (!text.startsWith('version https://git-lfs.github.com/spec/')) return null
  const size = /^size (\d+)$/m.exec(text)
  return size ? Number(size[1]) : null
}

const madeNames =
  /(^|\/)(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|flake\.lock)$|\.(min\.(js|css)|map|pb\.go|g\.dart|snap)$|(^|\/)(node_modules|vendor|dist|__generated__)\//

/** Whether a file by its name is one that a program writes and people seldom read. */
export const isGenerated = (path: string): boolean => madeNames.test(path)
