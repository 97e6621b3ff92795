export const validationModes = ['required', 'informational'] as const
export type ValidationMode = (typeof validationModes)[number]

/** When a validation runs: at the end of Execute, before Apply, or on the real target after it. */
export const validationPhases = ['execute', 'pre_apply', 'post_apply'] as const
export type ValidationPhase = (typeof validationPhases)[number]

/** Reporters whose output tells how many tests passed, of how many. */
export const reporters = ['tap', 'junit', 'pytest', 'go-test', 'node-test', 'jest', 'vitest'] as const
export type Reporter = (typeof reporters)[number]

/** What a validation can be attached to. */
export const attachmentTargets = ['project', 'resource', 'plan'] as const
export type AttachmentTarget = (typeof attachmentTargets)[number]
