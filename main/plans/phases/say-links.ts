import { plural } from '@shared/model/plural'
import type { Session } from './session'

const shown = 20

/**
 * Says before the first command of a run which links in the copy of a folder lead out of it: file tools do not follow
 * them, but a command does, and what it writes there is neither in a checkpoint nor in the changes.
 */
export async function sayLinksOut(session: Session): Promise<void> {
  const { deps, plan, phase, sandboxes, toldLinks } = session
  for (const sandbox of sandboxes) {
    if (sandbox.base.strategy !== 'filesystem_copy' || toldLinks.has(sandbox.resourceId)) continue
    toldLinks.add(sandbox.resourceId)
    const links = await deps.sandboxes.linksOut(sandbox)
    if (links.length === 0) continue
    const more = links.length > shown ? `\n… and ${links.length - shown} more` : ''
    const count = plural(links.length, 'link leads', 'links lead')
    deps.activity.add(plan.id, {
      phase,
      kind: 'notice',
      title: `${count} out of the copy of ${sandbox.name}; a command that follows one works on the real files there`,
      body:
        links
          .slice(0, shown)
          .map(({ path, target }) => `${path} → ${target}`)
          .join('\n') + more,
    })
  }
}
