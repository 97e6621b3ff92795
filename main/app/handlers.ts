import type { Contract } from '@shared/contract'
import type { HandlersOf } from '../platform/handlers'

/** One function for every procedure of the contract: what the slices provide and every transport serves. */
export type Handlers = { readonly [Slice in keyof Contract]: HandlersOf<Contract[Slice]> }
