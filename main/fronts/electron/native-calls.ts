import { isAbsolute } from 'node:path'
import * as z from 'zod'
import { type ShellCommandId, shellCommandIds } from '@shared/commands'
import { type DesktopNative, themes } from '@shared/desktop'

/** Name of a provider as the configuration writes it. */
const provider = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/i)

const path = z
  .string()
  .max(4096)
  .refine((path) => isAbsolute(path) && !path.includes('\0'))

const argumentSchemas = {
  pickFolder: z.undefined(),
  openExternal: z.object({ url: z.string().max(4096) }),
  revealPath: z.object({ path }),
  openInEditor: z.object({ path, line: z.int().min(1).max(10_000_000).optional() }),
  editor: z.undefined(),
  dropped: z.object({ paths: z.array(path).max(100) }),
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
  runCommand: z.object({ id: z.enum(shellCommandIds as [ShellCommandId, ...ShellCommandId[]]) }),
  openAtLogin: z.undefined(),
  setOpenAtLogin: z.object({ on: z.boolean() }),
  updateState: z.undefined(),
  installUpdate: z.undefined(),
} satisfies Record<keyof Calls, z.ZodType>

/** What the page may ask for, and what the preload alone tells: paths of dropped files. */
type Calls = DesktopNative & { readonly dropped: () => Promise<void> }
type Arguments = { readonly [Name in keyof Calls]: z.infer<(typeof argumentSchemas)[Name]> }

/** What does each call for one window; the answer is what that window gets. */
export type NativeCalls = {
  readonly [Name in keyof Calls]: (argument: Arguments[Name]) => ReturnType<Calls[Name]>
}

/** Checks one call from a window and makes it. Rejects a call that is unknown or malformed, without repeating its argument. */
export async function makeNativeCall(calls: NativeCalls, name: unknown, argument: unknown): Promise<unknown> {
  if (typeof name !== 'string' || !Object.hasOwn(argumentSchemas, name)) throw new Error('Unknown native call.')
  const known = name as keyof Calls
  const parsed = argumentSchemas[known].safeParse(argument)
  if (!parsed.success) throw new Error(`The argument of ${known} is not valid.`)
  const call = calls[known] as (argument: unknown) => Promise<unknown>
  return call(parsed.data)
}
