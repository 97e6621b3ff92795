import { createRequire } from 'node:module'

export type AstGrep = Pick<typeof import('@ast-grep/napi'), 'parse' | 'parseAsync'>

/**
 * Loads ast-grep and makes the grammars that come as packages known; it takes only one such call, for all of them. Few plans
 * need it, and loading it holds up the start and takes 9 MB.
 */
function loadAstGrep(): AstGrep {
  const require = createRequire(import.meta.url)
  const astGrep = require('@ast-grep/napi') as typeof import('@ast-grep/napi')
  astGrep.registerDynamicLanguage({
    go: require('@ast-grep/lang-go'),
    java: require('@ast-grep/lang-java'),
    python: require('@ast-grep/lang-python'),
    rust: require('@ast-grep/lang-rust'),
  })
  return astGrep
}

/** The library, loaded at the first call. */
export function lazyAstGrep(): () => AstGrep {
  let loaded: AstGrep | undefined
  return () => (loaded ??= loadAstGrep())
}
