import type { Diagnostic, SourceNode, SourceScalar } from '@shared/model/source-tree'

export type Environment = Readonly<Record<string, string | undefined>>

const reference = /\$?\$\{([A-Za-z_][A-Za-z0-9_]*)(?::([^}]*))?\}/g

/** A plain value is read again once its variables are known, so that `reusable: ${REUSABLE:true}` is true and not "true". */
function reread(text: string): string | number | boolean {
  if (text === 'true') return true
  if (text === 'false') return false
  return /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function resolveScalar(node: SourceScalar, env: Environment, unset: (name: string, index: number) => void) {
  if (typeof node.value !== 'string' || !node.value.includes('${')) return node
  let index = -1
  const text = node.value.replaceAll(reference, (whole, name: string, fallback: string | undefined) => {
    index += 1
    if (whole.startsWith('$$')) return whole.slice(1)
    const value = Object.hasOwn(env, name) ? env[name] : undefined
    // An empty variable counts as unset, as `${VAR:-default}` does in a shell.
    if (value !== undefined && value !== '') return value
    if (fallback !== undefined) return fallback
    unset(name, index)
    return whole
  })
  return { ...node, value: node.plain ? reread(text) : text, text }
}

/**
 * Puts values of the environment in place of `${VAR}` and `${VAR:default}` in every value (not in keys);
 * `$${VAR}` stays as the text `${VAR}`. A variable that is not set and has no default is an error at its place.
 */
export function resolveVariables(
  root: SourceNode,
  env: Environment,
  report: (diagnostic: Diagnostic) => void,
): SourceNode {
  const visit = (node: SourceNode, path: string): SourceNode => {
    switch (node.kind) {
      case 'scalar':
        return resolveScalar(node, env, (name, index) =>
          report({
            severity: 'error',
            message: `The variable ${name} is not set and has no default.`,
            span: node.references[index] ?? node.span,
            path,
            suggestion: `\${${name}:default}`,
          }),
        )
      case 'list':
        return { ...node, items: node.items.map((item, index) => visit(item, `${path}[${index}]`)) }
      case 'map': {
        const below = (key: string) => (path === '' ? key : `${path}.${key}`)
        return {
          ...node,
          entries: node.entries.map((entry) => ({ ...entry, value: visit(entry.value, below(entry.key)) })),
        }
      }
    }
  }
  return visit(root, '')
}
