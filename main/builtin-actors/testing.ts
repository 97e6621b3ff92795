import { createSyntax } from '../infrastructure/syntax/ast-grep'
import { defaultToolLimits, type ToolResource, type ToolResult } from '../tools'
import { executeTools, openTestObjects, testGit } from '../tools/testing'
import {
  createBuiltinActors,
  type BuiltinActorDeps,
  type BuiltinActorName,
  type PhaseContext,
  type PhaseOutcome,
  type ProposedDecision,
} from './index'

export const testActorDeps: BuiltinActorDeps = {
  git: testGit,
  openObjects: openTestObjects,
  syntax: createSyntax(),
  limits: defaultToolLimits,
}

/** Answers to decisions: accept what is proposed, choose by question, or wait for a person. */
export type Answering = (decision: ProposedDecision) => string | null

/** A plan that runs a built-in actor through both phases over real tools. */
export function createTestPlan(
  name: BuiltinActorName,
  resources: readonly ToolResource[],
  args: PhaseContext['args'],
  more: Partial<BuiltinActorDeps> = {},
) {
  const actor = createBuiltinActors({ ...testActorDeps, ...more })[name]
  const decisions: ProposedDecision[] = []
  const answers: { key: string; chosen: string; id: string }[] = []
  const calls: { name: string; args: unknown; result: ToolResult }[] = []
  const controller = new AbortController()
  const { use } = executeTools(resources)
  const context = (answering: Answering): PhaseContext => ({
    args,
    definitionOfDone: '',
    resources,
    signal: controller.signal,
    async decide(decision) {
      const before = answers.find((answer) => answer.key === decision.key)
      if (before) return { waiting: false, ...before }
      decisions.push(decision)
      const chosen = answering(decision)
      if (chosen === null) return { waiting: true }
      const answer = { key: decision.key, chosen, id: `D${decisions.length}` }
      answers.push(answer)
      return { waiting: false, ...answer }
    },
    decided: () => answers,
    async tool(name, args) {
      const why = plan.deny(name, args)
      const result =
        why === null ? await use(name, args) : { content: `Error: ${why}`, isError: true, changed: [], title: name }
      calls.push({ name, args, result })
      return result
    },
    progress: () => undefined,
  })
  const plan = {
    decisions,
    answers,
    calls,
    abort: () => controller.abort(),
    strategize: (answering: Answering = (decision) => decision.chosen): Promise<PhaseOutcome> =>
      actor.strategize({ ...context(answering), resources: resources.map(withoutRoot) }),
    execute: (): Promise<PhaseOutcome> => actor.execute(context(() => null)),
    /** A guard: why a tool call is denied, or null. */
    deny: (_name: string, _args: unknown): string | null => null,
  }
  return plan
}

const withoutRoot = (resource: ToolResource): ToolResource => ({ ...resource, root: null })
