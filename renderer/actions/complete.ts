import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '@shared/contract'

export type CompletionKey = InferContractRouterOutputs<Contract>['actions']['completions']['keys'][number]

const indentOf = (line: string) => /^\s*(?:- )?/.exec(line)?.[0].length ?? 0

/** The key under which a line stands, read from the nearest line that is indented less; '' at the top. */
export function parentOf(lines: readonly string[], at: number): string {
  const indent = indentOf(lines[at] ?? '')
  if (indent === 0) return ''
  for (let index = at - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? ''
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    const key = /^(\s*)([\w-]+)\s*:\s*$/.exec(line)
    if (key && (key[1]?.length ?? 0) < indent) return key[2] ?? ''
  }
  return ''
}

/** The last named part of a path such as `args[].type`, without its list mark. */
function lastOf(path: string): string {
  const parts = path.replaceAll(/\[\]|\.\*|\[\*\]/g, '').split('.')
  return parts.findLast((part) => part !== '') ?? ''
}

/** Keys that can stand below `parent`. The path may name the parent or the key itself. */
export function keysBelow(keys: readonly CompletionKey[], parent: string): readonly CompletionKey[] {
  return keys.filter(({ path, key }) => {
    const last = lastOf(path)
    if (last !== key) return last === parent
    return lastOf(path.split('.').slice(0, -1).join('.')) === parent
  })
}

/** The key that a line names, with its place and sentence; null on any other line. */
export function keyOnLine(keys: readonly CompletionKey[], lines: readonly string[], at: number): CompletionKey | null {
  const name = /^\s*(?:- )?([\w-]+)\s*:/.exec(lines[at] ?? '')?.[1]
  if (name === undefined) return null
  return keysBelow(keys, parentOf(lines, at)).find((entry) => entry.key === name) ?? null
}

/** What fits at the cursor: a key, or after `key:` one of its values. */
export function completeFrom(context: CompletionContext, keys: readonly CompletionKey[]): CompletionResult | null {
  const { doc } = context.state
  const line = doc.lineAt(context.pos)
  const before = line.text.slice(0, context.pos - line.from)
  const lines = doc.toString().split('\n')
  const below = keysBelow(keys, parentOf(lines, line.number - 1))
  const value = /^\s*(?:- )?([\w-]+):\s+(\S*)$/.exec(before)
  if (value) {
    const options = below.find((entry) => entry.key === value[1])?.values ?? []
    if (options.length === 0) return null
    return { from: context.pos - (value[2]?.length ?? 0), options: options.map((label) => ({ label, type: 'enum' })) }
  }
  const key = /^\s*(?:- )?([\w-]*)$/.exec(before)
  if (!key || (key[1] === '' && !context.explicit)) return null
  return {
    from: context.pos - (key[1]?.length ?? 0),
    options: below.map((entry): Completion => ({
      label: entry.key,
      apply: `${entry.key}: `,
      detail: entry.required ? `${entry.type}, required` : entry.type,
      info: entry.description,
      type: 'property',
      boost: entry.required ? 1 : 0,
    })),
    validFor: /^[\w-]*$/,
  }
}
