import * as z from 'zod'
import { idQuery, procedure } from './base'
import { plan } from './plan-view'

export const planSandbox = {
  /** Holds what is recorded of every sandbox against the file system; asked when a window gets the focus, and cheap. */
  reconcile: procedure.output(z.object({ plan_ids: z.array(z.string()) })),
  /**
   * Puts the sandboxes of a plan right: makes a missing one again from its last checkpoint, brings a moved one back, takes
   * over a lock. `moved_to` names the folder of one that was moved where it is not looked for.
   */
  repair: procedure
    .input(z.object({ plan_id: idQuery, moved_to: z.string().min(1).max(4096).optional() }))
    .output(plan),
}
