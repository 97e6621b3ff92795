/** One grammar and the files that it reads. */
export type Grammar = { readonly parser: string; readonly extensions: readonly string[] }

export type Language = {
  readonly name: string
  readonly aliases: readonly string[]
  readonly grammars: readonly Grammar[]
}

const tsx: Grammar = { parser: 'Tsx', extensions: ['tsx'] }

export const languages: readonly Language[] = [
  { name: 'css', aliases: [], grammars: [{ parser: 'Css', extensions: ['css'] }] },
  { name: 'go', aliases: ['golang'], grammars: [{ parser: 'go', extensions: ['go'] }] },
  { name: 'html', aliases: [], grammars: [{ parser: 'Html', extensions: ['html', 'htm', 'xhtml'] }] },
  { name: 'java', aliases: [], grammars: [{ parser: 'java', extensions: ['java'] }] },
  {
    name: 'javascript',
    aliases: ['js', 'jsx'],
    grammars: [{ parser: 'JavaScript', extensions: ['js', 'jsx', 'mjs', 'cjs'] }],
  },
  { name: 'python', aliases: ['py'], grammars: [{ parser: 'python', extensions: ['py', 'pyi'] }] },
  { name: 'rust', aliases: ['rs'], grammars: [{ parser: 'rust', extensions: ['rs'] }] },
  { name: 'tsx', aliases: [], grammars: [tsx] },
  // Files with markup need a grammar of their own, but are TypeScript to whoever asks for it.
  { name: 'typescript', aliases: ['ts'], grammars: [{ parser: 'TypeScript', extensions: ['ts', 'mts', 'cts'] }, tsx] },
]

/** Finds a language by its name or an alias, whatever the case. */
export function languageNamed(name: string): Language | null {
  const wanted = name.trim().toLowerCase()
  return languages.find((language) => language.name === wanted || language.aliases.includes(wanted)) ?? null
}

/** The grammar of a language that reads a file; null where none does. */
export function grammarFor(language: Language, path: string): Grammar | null {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return language.grammars.find((grammar) => grammar.extensions.includes(extension)) ?? null
}
