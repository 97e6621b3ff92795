export const actionStates = ['draft', 'available', 'archived'] as const
export type ActionState = (typeof actionStates)[number]

export const argTypes = ['string', 'integer', 'float', 'boolean', 'path', 'choice'] as const
export type ArgType = (typeof argTypes)[number]
