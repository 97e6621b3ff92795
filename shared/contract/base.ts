import { oc } from '@orpc/contract'
import * as z from 'zod'
import { saysSomething } from '@shared/model/says-something'
import { refusalKinds } from '@shared/model/refusal'

/** An expected failure on the wire (see `RefusalData`). */
export const refusalSchema = z.object({
  kind: z.enum(refusalKinds),
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  details: z.record(z.string(), z.unknown()),
})

/**
 * The start of every procedure: four kinds of expected failure, each with a stable code in its data.
 * Anything else that fails is a fault and crosses as INTERNAL_SERVER_ERROR with an id that the log knows.
 */
export const procedure = oc.errors({
  INVALID: { status: 400, data: refusalSchema },
  NOT_FOUND: { status: 404, data: refusalSchema },
  CONFLICT: { status: 409, data: refusalSchema },
  FAILED: { status: 422, data: refusalSchema },
})

/** Milliseconds since the epoch. */
export const time = z.number().int()
/** A ULID, or a unique prefix or suffix of six characters or more. */
export const idQuery = z.string().min(6).max(64)
/** A name `[[server:]namespace/]name`, or an id. */
/** A text that a person must give: a reason, guidance, a comment. */
export const said = z.string().refine(saysSomething, 'it needs a letter or a digit')

export const nameQuery = z.string().min(1).max(512)
export const done = z.object({ ok: z.literal(true) })
