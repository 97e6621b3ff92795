import { createCommandActor } from './command-actor'
import type { BuiltinActor, BuiltinActorDeps } from './ports'
import { createRewriteActor } from './rewrite-actor'

export type {
  ArgFault,
  BuiltinActor,
  BuiltinActorDeps,
  PatternVariables,
  PhaseContext,
  PhaseOutcome,
  ProposedDecision,
  Span,
  Syntax,
  SyntaxMatch,
  SyntaxSearch,
} from './ports'

export const builtinActorNames = ['builtin/rewrite', 'builtin/command'] as const
export type BuiltinActorName = (typeof builtinActorNames)[number]

/** The actors that need no model. */
export function createBuiltinActors(deps: BuiltinActorDeps): Readonly<Record<BuiltinActorName, BuiltinActor>> {
  return { 'builtin/rewrite': createRewriteActor(deps), 'builtin/command': createCommandActor() }
}
