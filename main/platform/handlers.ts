import type { AnyContractProcedure, ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'

/** What a handler is told besides its input: a signal that fires when the caller leaves. */
export type HandlerContext = { readonly signal?: AbortSignal | undefined }

type HandlerOf<T> =
  T extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
    ? (input: InferSchemaOutput<Input>, context: HandlerContext) => Promise<InferSchemaInput<Output>>
    : never

/** One function for each procedure of a slice's contract: parsed input in, output out. */
export type HandlersOf<T extends Readonly<Record<string, AnyContractProcedure>>> = {
  readonly [K in keyof T]: HandlerOf<T[K]>
}
