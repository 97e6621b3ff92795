import { seedingOf } from './domain/action'
import { parseAction } from './parse-action'
import type { ActionDeps } from './ports'

const files = import.meta.glob<string>('../../resources/actions/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The YAML of every action that comes with the application, by file. */
export const builtinSources: Readonly<Record<string, string>> = files

/**
 * Brings the actions that come with the application into the database. Running it again changes nothing; a newer
 * text of ours becomes a new revision; a revision that a person made, and an archived state, stay.
 */
export function seedActions(
  deps: Pick<ActionDeps, 'actions' | 'now' | 'newId'>,
  sources: readonly string[] = Object.values(builtinSources),
): void {
  deps.actions.transaction(() => {
    for (const source of sources) {
      // Reading YAML takes longer than the rest of this, and at most starts there is nothing new.
      if (deps.actions.hasBuiltin(source)) continue
      const { definition, diagnostics } = parseAction(source, {})
      if (!definition) throw new Error(`a built-in action does not load: ${JSON.stringify(diagnostics)}`)
      const stored = deps.actions.byName(definition.name)
      const now = deps.now()
      const ours = { name: definition.name, definition, source, builtin: true, updatedAt: now }
      switch (seedingOf(stored, source)) {
        case 'insert':
          deps.actions.put({ ...ours, id: deps.newId(), state: definition.state, revision: 1, createdAt: now })
          break
        case 'replace':
          if (stored) deps.actions.put({ ...stored, ...ours, revision: stored.revision + 1 })
          break
        case 'leave':
          break
      }
    }
  })
}
