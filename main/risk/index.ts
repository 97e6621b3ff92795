import { assessRisk } from './assess-risk'
import type { Risk } from './domain/risk'
import type { Changeset, RiskDeps } from './ports'

export type { Risk } from './domain/risk'
export { withFailedChecks } from './domain/rate-failed-checks'
export type { PublicName } from './domain/public-names'
export type { Changeset, ReadPublicNames } from './ports'
export { createRiskRows } from './repository'

/** How risky the changes of plans are: computed once for each state of their files, and what an actor judged. */
export type Risks = ReturnType<typeof createRisks>

export function createRisks(deps: RiskDeps) {
  const running = new Map<string, Promise<readonly Risk[]>>()
  const compute = async (changeset: Changeset): Promise<readonly Risk[]> => {
    const risks = await assessRisk(deps, changeset)
    deps.rows.put(changeset.planId, changeset.tree, 'computed', risks)
    return risks
  }
  return {
    /** What is known of a state already, computed first; empty where nothing is. `judged`: the state that an actor judged. */
    known: (planId: string, tree: string, judged = tree): readonly Risk[] => [
      ...(deps.rows.of(planId, tree, 'computed') ?? []),
      ...(deps.rows.of(planId, judged, 'judged') ?? []),
    ],
    isJudged: (planId: string, tree: string): boolean => deps.rows.of(planId, tree, 'judged') !== null,
    keepVerdict: (planId: string, tree: string, risks: readonly Risk[]): void =>
      deps.rows.put(planId, tree, 'judged', risks),
    /** Computes what is not known of a state yet; several who ask at once share one computation. */
    async of(changeset: Changeset, judged = changeset.tree): Promise<readonly Risk[]> {
      const { planId, tree } = changeset
      if (deps.rows.of(planId, tree, 'computed') === null) {
        const key = `${planId} ${tree}`
        const run = running.get(key) ?? compute(changeset).finally(() => running.delete(key))
        running.set(key, run)
        await run
      }
      return this.known(planId, tree, judged)
    },
  }
}
