import type { Safety } from '@shared/model/profile'

const smaller = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))

const hasCap = ({ maxCostPerPlan, maxTotalCost }: Safety) => maxCostPerPlan !== null || maxTotalCost !== null
const allowsUnknown = (safety: Safety) => safety.allowUnknownCost || !hasCap(safety)

/** The guards of an inner level under those of an outer one: of each the stricter, so that nothing outer is loosened. */
export function tighten(outer: Safety, inner: Safety): Safety {
  const allow =
    outer.allowTools === null
      ? inner.allowTools
      : inner.allowTools === null
        ? outer.allowTools
        : inner.allowTools.filter((tool) => outer.allowTools?.includes(tool))
  return {
    maxCostPerPlan: smaller(outer.maxCostPerPlan, inner.maxCostPerPlan),
    maxTotalCost: smaller(outer.maxTotalCost, inner.maxTotalCost),
    maxCallsPerStep: smaller(outer.maxCallsPerStep, inner.maxCallsPerStep),
    maxRetriesPerStep: smaller(outer.maxRetriesPerStep, inner.maxRetriesPerStep),
    allowTools: allow,
    denyTools: [...new Set([...outer.denyTools, ...inner.denyTools])],
    approveWrites: outer.approveWrites || inner.approveWrites,
    allowUnknownCost: allowsUnknown(outer) && allowsUnknown(inner),
    // How a plan ends is no guard: its own profile alone says it.
    neverWait: inner.neverWait,
  }
}
