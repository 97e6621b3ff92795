import type { ActorView } from '@shared/contract/actors'
import { fields, lines, present, type Block } from '../output/block'
import { yesNo } from './text'

export function actorBlocks(actor: ActorView): Block[] {
  return present(
    fields('Actor', [
      ['Name', actor.name],
      ['ID', actor.actor_id],
      ['Type', actor.type],
      ['Provider', actor.provider],
      ['Model', actor.model],
      ['Runnable', actor.runnable ? 'yes' : `no: ${actor.reason}`],
      ['Built in', yesNo(actor.builtin)],
      ['Notice', actor.notice],
    ]),
    actor.args.length > 0 &&
      lines(
        'Args It Reads',
        actor.args.map(
          ({ name, required, description }) => `${name} (${required ? 'required' : 'optional'}): ${description}`,
        ),
      ),
    actor.source !== null && lines('Source', actor.source.trimEnd().split('\n'), true),
  )
}
