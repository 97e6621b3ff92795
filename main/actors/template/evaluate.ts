import { applyFilter } from './filters'
import { badTemplate, isNode, lineOf, otherwise } from './syntax'
import type { TemplateNode } from './syntax'
import { asList, asNumber, asText, isTruthy, lookUp, Missing, present } from './values'

/** Variables of one level; a loop has its own above those around it. */
export type Scope = { readonly values: Record<string, unknown>; readonly outer?: Scope }

function find(scope: Scope, node: TemplateNode): unknown {
  const name = String(node.value)
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    if (Object.hasOwn(at.values, name) && at.values[name] !== undefined) return at.values[name]
  }
  return new Missing(name, lineOf(node))
}

const equals = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

function compares(left: unknown, operator: string, right: unknown): boolean {
  const [a, b] = [present(left) as number, present(right) as number]
  switch (operator) {
    case '==':
    case '===':
      return equals(a, b)
    case '!=':
    case '!==':
      return !equals(a, b)
    case '<':
      return a < b
    case '>':
      return a > b
    case '<=':
      return a <= b
    default:
      return a >= b
  }
}

function contains(container: unknown, item: unknown): boolean {
  const given = present(container)
  if (typeof given === 'string') return given.includes(asText(item))
  if (Array.isArray(given)) return given.some((one) => equals(one, present(item)))
  return typeof given === 'object' && given !== null && Object.hasOwn(given, asText(item))
}

function passes(value: unknown, test: TemplateNode): boolean {
  const name = String(test.value ?? (isNode(test.name) ? test.name.value : ''))
  if (name === 'defined') return !(value instanceof Missing)
  if (name === 'undefined') return value instanceof Missing
  const given = present(value)
  switch (name) {
    case 'none':
    case 'null':
      return given === null
    case 'string':
      return typeof given === 'string'
    case 'number':
      return typeof given === 'number'
    case 'iterable':
      return typeof given === 'string' || Array.isArray(given)
    case 'mapping':
      return typeof given === 'object' && given !== null && !Array.isArray(given)
    case 'odd':
      return asNumber(given) % 2 === 1
    case 'even':
      return asNumber(given) % 2 === 0
    default:
      throw badTemplate(
        `There is no test "${name}"; there are defined, undefined, none, string, number, iterable, mapping, odd, even.`,
        lineOf(test),
      )
  }
}

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  Sub: (a, b) => a - b,
  Mul: (a, b) => a * b,
  Div: (a, b) => a / b,
  FloorDiv: (a, b) => Math.floor(a / b),
  Mod: (a, b) => a % b,
  Pow: (a, b) => a ** b,
}

function add(left: unknown, right: unknown): unknown {
  const [a, b] = [present(left), present(right)]
  if (Array.isArray(a) && Array.isArray(b)) return [...(a as unknown[]), ...(b as unknown[])]
  return typeof a === 'number' && typeof b === 'number' ? a + b : asText(a) + asText(b)
}

function callMethod(node: TemplateNode, scope: Scope): unknown {
  const callee = node.name as TemplateNode
  const target = present(evaluate(callee.target as TemplateNode, scope))
  const given = typeof target === 'object' && target !== null ? target : {}
  const name = String((callee.val as TemplateNode).value)
  return name === 'keys' ? Object.keys(given) : name === 'values' ? Object.values(given) : Object.entries(given)
}

const all = (nodes: readonly TemplateNode[] | undefined, scope: Scope): unknown[] =>
  (nodes ?? []).map((node) => evaluate(node, scope))

function evaluateOperator(node: TemplateNode, scope: Scope): unknown {
  const left = () => evaluate(node.left as TemplateNode, scope)
  const right = () => evaluate(node.right as TemplateNode, scope)
  const target = () => evaluate(node.target as TemplateNode, scope)
  switch (node.typename) {
    case 'And': {
      const value = left()
      return isTruthy(value) ? right() : value
    }
    case 'Or': {
      const value = left()
      return isTruthy(value) ? value : right()
    }
    case 'Not':
      return !isTruthy(target())
    case 'In':
      return contains(right(), left())
    case 'Is':
      return passes(left(), node.right as TemplateNode)
    case 'Add':
      return add(left(), right())
    case 'Concat':
      return asText(left()) + asText(right())
    case 'Neg':
      return -asNumber(target())
    case 'Pos':
      return asNumber(target())
    default: {
      const operation = arithmetic[node.typename]
      if (!operation) throw badTemplate(`${node.typename} cannot stand here.`, lineOf(node))
      return operation(asNumber(left()), asNumber(right()))
    }
  }
}

/** The value of an expression; what is missing stays `Missing` until something needs it. */
export function evaluate(node: TemplateNode, scope: Scope): unknown {
  switch (node.typename) {
    case 'Literal':
      return node.value
    case 'Symbol':
      return find(scope, node)
    case 'LookupVal': {
      const target = evaluate(node.target as TemplateNode, scope)
      return target instanceof Missing
        ? target
        : lookUp(target, present(evaluate(node.val as TemplateNode, scope)), node)
    }
    case 'Group':
      return evaluate((node.children ?? [])[0] as TemplateNode, scope)
    case 'Array':
      return all(node.children, scope).map(present)
    case 'Dict':
      return Object.fromEntries(
        (node.children ?? []).map((pair) => {
          const key = pair.key as TemplateNode
          return [
            key.typename === 'Symbol' ? String(key.value) : asText(evaluate(key, scope)),
            present(evaluate(pair.value as TemplateNode, scope)),
          ]
        }),
      )
    case 'Filter': {
      const [value, ...args] = all(
        (node.args as TemplateNode).children?.filter(({ typename }) => typename !== 'KeywordArgs'),
        scope,
      )
      return applyFilter(String((node.name as TemplateNode).value), value, args)
    }
    case 'FunCall':
      return callMethod(node, scope)
    case 'InlineIf': {
      const chosen = isTruthy(evaluate(node.cond as TemplateNode, scope)) ? node.body : node[otherwise]
      return isNode(chosen) ? evaluate(chosen, scope) : ''
    }
    case 'Compare': {
      let left = evaluate(node.expr as TemplateNode, scope)
      return (node.ops as readonly TemplateNode[]).every((operand) => {
        const right = evaluate(operand.expr as TemplateNode, scope)
        const holds = compares(left, String(operand.type), right)
        left = right
        return holds
      })
    }
    default:
      return evaluateOperator(node, scope)
  }
}

/** The elements of a loop with the variables of each round. */
export function rounds(node: TemplateNode, scope: Scope): readonly Scope[] {
  const list = asList(evaluate(node.arr as TemplateNode, scope))
  const target = node.name as TemplateNode
  const names =
    target.typename === 'Symbol' ? [String(target.value)] : (target.children ?? []).map(({ value }) => String(value))
  return list.map((item, index) => {
    const values = names.length === 1 ? [item] : asList(item)
    const loop = {
      index: index + 1,
      index0: index,
      first: index === 0,
      last: index === list.length - 1,
      length: list.length,
    }
    return { outer: scope, values: { ...Object.fromEntries(names.map((name, at) => [name, values[at]])), loop } }
  })
}
