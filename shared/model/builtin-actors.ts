/** An arg of a plan that a built-in actor reads. */
export type BuiltinActorArg = { readonly name: string; readonly required: boolean; readonly sentence: string }

/** The actors that come with the application, and the args of a plan that each of them reads. */
export const builtinActors = [
  {
    name: 'builtin/rewrite',
    args: [
      { name: 'pattern', required: true, sentence: 'Code to find; $A stands for one piece, $$$A for any number.' },
      { name: 'rewrite', required: true, sentence: 'Code to put in its place; an empty text removes what was found.' },
      { name: 'language', required: true, sentence: 'Language of the files to search.' },
      { name: 'paths', required: false, sentence: 'Globs of the files to search; all where it is absent.' },
    ],
  },
  {
    name: 'builtin/command',
    args: [{ name: 'command', required: true, sentence: 'The shell line to run in each writable resource.' }],
  },
  // Judges rules with the model of the plan's strategist; the others need no model.
  { name: 'builtin/invariant-resolver', args: [] },
] as const satisfies readonly { readonly name: string; readonly args: readonly BuiltinActorArg[] }[]

export type BuiltinActorName = (typeof builtinActors)[number]['name']

export const builtinActorNames: readonly BuiltinActorName[] = builtinActors.map(({ name }) => name)
