import {
  Bot,
  CornerDownRight,
  FileStack,
  Flag,
  GitFork,
  type LucideIcon,
  MessageSquare,
  Puzzle,
  ShieldCheck,
  Undo2,
  Wrench,
} from 'lucide-react'

type Kind = { readonly word: string; readonly icon: LucideIcon }

const kinds: Readonly<Record<string, Kind>> = {
  prompt_definition: { word: 'Task', icon: Flag },
  invariant_enforced: { word: 'Invariant', icon: ShieldCheck },
  strategy_choice: { word: 'Strategy', icon: Puzzle },
  resource_selection: { word: 'Resource', icon: FileStack },
  implementation_choice: { word: 'Implementation', icon: CornerDownRight },
  tool_invocation: { word: 'Tool', icon: Wrench },
  validation_response: { word: 'Validation', icon: ShieldCheck },
  error_recovery: { word: 'Recovery', icon: Undo2 },
  child_plan: { word: 'Child plan', icon: GitFork },
  user_intervention: { word: 'Your guidance', icon: MessageSquare },
  reversion: { word: 'Reversion', icon: Undo2 },
}

/** A decision's type in a word; one that this version does not know is shown by its own name. */
export function decisionKind(type: string): Kind {
  return kinds[type] ?? { word: type.replaceAll('_', ' '), icon: Bot }
}
