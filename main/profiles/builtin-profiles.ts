import { parse } from 'yaml'
import * as z from 'zod'
import { type Profile, type ThresholdName, thresholdNames } from '@shared/model/profile'

const files = import.meta.glob<string>('../../resources/profiles/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const threshold = z.number().min(0).max(1)
const file = z.strictObject({
  name: z.string(),
  description: z.string(),
  ...(Object.fromEntries(thresholdNames.map((name) => [name, threshold])) as Record<ThresholdName, typeof threshold>),
  require_sandbox: z.boolean(),
  require_checkpoints: z.boolean(),
  allow_unsafe_tools: z.boolean(),
})

/** From the one that asks most to the one that asks least. */
const order = ['manual', 'review', 'supervised', 'cautious', 'trusted', 'auto', 'ci', 'full-auto']

function readProfile(source: string): Profile {
  const { name, description, require_sandbox, require_checkpoints, allow_unsafe_tools, ...thresholds } = file.parse(
    parse(source),
  )
  return {
    name,
    description,
    thresholds,
    requireSandbox: require_sandbox,
    requireCheckpoints: require_checkpoints,
    allowUnsafeTools: allow_unsafe_tools,
  }
}

/** Reads the eight profiles that come with the application; throws where one of them is broken. */
export function readBuiltinProfiles(): readonly Profile[] {
  return Object.values(files)
    .map(readProfile)
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}
