import type { Safety } from '@shared/model/profile'

/** The guards of a profile that ask a person about one call, in the order in which they look at it. */
export const guardRules = ['deny', 'allow', 'calls', 'write'] as const
export type GuardRule = (typeof guardRules)[number]

export type GuardedCall = {
  readonly tool: string
  readonly writes: boolean
  /** Which call of its step it is, from 1. */
  readonly nth: number
}

export type GuardVerdict =
  | { readonly kind: 'passes' }
  | { readonly kind: 'asks'; readonly rule: GuardRule; readonly why: string }
  /** More has been spent than a cap allows. */
  | { readonly kind: 'over_budget' }

const passes: GuardVerdict = { kind: 'passes' }

/** What built-in actors write many files with counts as the tool that writes one. */
export const guardedName = (tool: string): string => (tool === 'write_files' ? 'write_file' : tool)

/** Keys of decisions with which a person answers a guard begin so. */
export const guardKeys = 'guard:'

/** What a decision is kept under with which a person answers a guard; it names the guard and the tool. */
export const guardKey = (rule: GuardRule, tool: string): string => `${guardKeys}${rule}:${rule === 'calls' ? '' : tool}`

/** Whether a decision is a person's answer to a guard, by its key. */
export const isGuardKey = (key: string | null): boolean => key?.startsWith(guardKeys) ?? false

/** What is told to the person who is asked: why, and what the call would do. */
export const guardRationale = (why: string, call: string): string => (call === '' ? why : `${why}\n\n${call}`)

export function readGuardRationale(text: string): { readonly why: string; readonly call: string | null } {
  const [why = '', ...rest] = text.split('\n\n')
  return { why, call: rest.length > 0 ? rest.join('\n\n') : null }
}

function whyNot(safety: Safety, rule: GuardRule, call: GuardedCall): string | null {
  switch (rule) {
    case 'deny':
      return safety.denyTools.includes(call.tool) ? `The profile denies ${call.tool}.` : null
    case 'allow':
      return safety.allowTools === null || safety.allowTools.includes(call.tool)
        ? null
        : `${call.tool} is not among the tools that the profile allows.`
    case 'calls':
      return safety.maxCallsPerStep === null || call.nth <= safety.maxCallsPerStep
        ? null
        : `It is call ${call.nth} of one step; the profile lets ${safety.maxCallsPerStep} run without asking.`
    case 'write':
      return safety.approveWrites && call.writes ? 'The profile asks before each change.' : null
  }
}

/** Looks at a call guard by guard: deny, allow, calls of the step, cost, approval of writes. `granted` lets a guard's tool pass for the plan. */
export function guardVerdict(
  safety: Safety,
  call: GuardedCall,
  granted: (rule: GuardRule) => boolean,
  overBudget: () => boolean,
): GuardVerdict {
  for (const rule of guardRules) {
    if (rule === 'write' && overBudget()) return { kind: 'over_budget' }
    const why = whyNot(safety, rule, call)
    if (why !== null && !granted(rule)) return { kind: 'asks', rule, why }
  }
  return passes
}
