import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '@shared/contract'

type Inputs = InferContractRouterInputs<Contract>
type Outputs = InferContractRouterOutputs<Contract>

/** What a handler is given besides its input: the caller's signal, aborted when it goes away. */
export type CallOptions = { readonly signal?: AbortSignal }

/** One function for every procedure of the contract: what the slices provide and every transport serves. */
export type Handlers = {
  readonly [Slice in keyof Contract]: {
    readonly [Name in keyof Contract[Slice]]: Slice extends keyof Inputs & keyof Outputs
      ? Name extends keyof Inputs[Slice] & keyof Outputs[Slice]
        ? (input: Inputs[Slice][Name], options: CallOptions) => Promise<Outputs[Slice][Name]> | Outputs[Slice][Name]
        : never
      : never
  }
}
