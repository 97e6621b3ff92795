import { Refusal, type RefusalData } from '@shared/model/refusal'

/** The refusal that a call ends with; fails where it ends otherwise. */
export async function refusal(call: Promise<unknown>): Promise<RefusalData> {
  const reason: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (reason instanceof Refusal) return reason.data
  throw new Error('nothing was refused', { cause: reason })
}
