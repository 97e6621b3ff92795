import { isAbsolute } from 'node:path'
import * as z from 'zod'
import { type DesktopNative, themes } from '@shared/desktop'

/** Name of a provider as the configuration writes it. */
const provider = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/i)

const argumentSchemas = {
  pickFolder: z.undefined(),
  openExternal: z.object({ url: z.string().max(4096) }),
  revealPath: z.object({
    path: z
      .string()
      .max(4096)
      .refine((path) => isAbsolute(path) && !path.includes('\0')),
  }),
  setTheme: z.object({ theme: z.enum(themes) }),
  setKey: z.object({
    provider,
    key: z
      .string()
      .min(1)
      .max(8192)
      .regex(/^[\x21-\x7e]+$/),
  }),
  removeKey: z.object({ provider }),
  keyState: z.undefined(),
} satisfies Record<keyof DesktopNative, z.ZodType>

type Arguments = { readonly [Name in keyof DesktopNative]: z.infer<(typeof argumentSchemas)[Name]> }

/** What does each call; the answer is what the window gets. */
export type NativeCalls = {
  readonly [Name in keyof DesktopNative]: (argument: Arguments[Name]) => ReturnType<DesktopNative[Name]>
}

/** Checks one call from a window and makes it. Rejects a call that is unknown or malformed, without repeating its argument. */
export async function makeNativeCall(calls: NativeCalls, name: unknown, argument: unknown): Promise<unknown> {
  if (typeof name !== 'string' || !Object.hasOwn(argumentSchemas, name)) throw new Error('Unknown native call.')
  const known = name as keyof DesktopNative
  const parsed = argumentSchemas[known].safeParse(argument)
  if (!parsed.success) throw new Error(`The argument of ${known} is not valid.`)
  const call = calls[known] as (argument: unknown) => Promise<unknown>
  return call(parsed.data)
}
