/** A path of a changeset as far as risk is concerned. */
export type Touched = {
  readonly resourceId: string
  readonly path: string
  readonly oldPath: string | null
  readonly status: string
  readonly insertions: number
  readonly deletions: number
  readonly binary: boolean
}

const sources =
  /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|py|go|java|kt|kts|scala|rs|rb|php|c|cc|cpp|cxx|h|hpp|cs|swift|ex|exs|dart|vue|svelte)$/i
const tests =
  /(^|\/)(tests?|__tests__|specs?|e2e|testdata|fixtures)\/|(^|\/)(test_[^/]*|conftest)\.py$|[._-](test|tests|spec|specs)\.[^/.]+$|_test\.[^/.]+$|(Test|Tests|Spec|IT)\.(java|kt|scala|cs)$/

const sensitive: readonly (readonly [Sensitive, RegExp])[] = [
  [
    'lock file',
    /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|flake\.lock)$/,
  ],
  [
    'manifest',
    /(^|\/)(package\.json|pyproject\.toml|setup\.(py|cfg)|requirements[^/]*\.txt|Pipfile|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(\.kts)?|composer\.json|Gemfile|[^/]+\.csproj)$/,
  ],
  ['migration', /(^|\/)(migrations?|alembic\/versions|db\/migrate)\/.+\.[^/]+$/i],
  [
    'pipeline',
    /^(\.github\/workflows\/|\.circleci\/|\.gitlab-ci\.yml$|azure-pipelines\.yml$|Jenkinsfile$|\.travis\.yml$|bitbucket-pipelines\.yml$)/,
  ],
  ['infrastructure', /(^|\/)(Dockerfile[^/]*|docker-compose[^/]*\.ya?ml|compose\.ya?ml|[^/]+\.tf|Chart\.yaml)$/],
]

export type Sensitive = 'lock file' | 'manifest' | 'migration' | 'pipeline' | 'infrastructure'

export const isTest = (path: string): boolean => tests.test(path)
export const isSource = (path: string): boolean => sources.test(path) && !isTest(path)

/** What of a repository's ground a path is; null for all else. */
export const sensitiveKind = (path: string): Sensitive | null =>
  sensitive.find(([, pattern]) => pattern.test(path))?.[0] ?? null

/** Names that say too little to look a file up by. */
const vague = new Set(['index', 'main', 'mod', 'lib', '__init__', 'init', 'utils', 'types', 'app', 'setup', 'config'])

/** What other files call a file by: its name without its ending, or its folder's where that says nothing. */
export function stemOf(path: string): string | null {
  const parts = path.split('/')
  const own = parts.at(-1)?.replace(/\.[^.]+$/, '') ?? ''
  const stem = vague.has(own.toLowerCase()) ? (parts.at(-2) ?? '') : own
  return stem.length >= 3 && !vague.has(stem.toLowerCase()) ? stem : null
}
