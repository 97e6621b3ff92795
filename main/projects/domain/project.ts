import type { ApplyMode } from '@shared/model/plan'

export type Project = {
  readonly id: string
  /** With its namespace, in the case it was given. */
  readonly name: string
  readonly description: string
  /** What new plans start with; null leaves it to the global setting. */
  readonly applyMode: ApplyMode | null
  readonly automationProfile: string | null
  readonly created: number
}

export type ProjectLink = {
  readonly projectId: string
  readonly resourceId: string
  /** Plans of the project read the resource and never write it. */
  readonly readOnly: boolean
  readonly linkedAt: number
}
