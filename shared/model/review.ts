/** What a coloured piece of a line is; its place in this list is how it travels. */
export const tokenKinds = ['comment', 'string', 'number', 'keyword', 'type', 'function', 'property', 'meta'] as const
export type TokenKind = (typeof tokenKinds)[number]

/** How the lines of a text end. */
export const lineEndings = ['lf', 'crlf', 'mixed', 'none'] as const
export type LineEndings = (typeof lineEndings)[number]

/** The version of a file that a line belongs to. */
export const diffSides = ['old', 'new'] as const
export type DiffSide = (typeof diffSides)[number]
