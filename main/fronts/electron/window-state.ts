import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'

export type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const pixels = z.int().min(-100_000).max(100_000)
const stateSchema = z.object({
  bounds: z.object({ x: pixels, y: pixels, width: pixels.min(1), height: pixels.min(1) }),
  maximized: z.boolean(),
})
/** Where a window stood when it was closed. */
export type WindowState = z.infer<typeof stateSchema>

export const smallestWindow = { width: 720, height: 480 } as const
const firstSize = { width: 1280, height: 800 } as const

/** The remembered state, or null at the first start and where the file is damaged: a default window does no harm. */
export function readWindowState(file: string): WindowState | null {
  try {
    const parsed = stateSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Written in one go and synchronously, because a window that closes may be the last thing before the end. */
export function writeWindowState(file: string, state: WindowState): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(state), { mode: 0o600 })
}

/**
 * Size and place of a new window: as remembered where at least a hand's breadth of its title bar still lies on a screen,
 * else only the size, fitted to the first screen.
 */
export function windowPlacement(
  remembered: WindowState | null,
  screens: readonly Rectangle[],
): { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number } {
  const wanted = remembered?.bounds
  const primary = screens[0]
  const size = {
    width: Math.max(smallestWindow.width, Math.min(wanted?.width ?? firstSize.width, widest(screens))),
    height: Math.max(
      smallestWindow.height,
      Math.min(wanted?.height ?? firstSize.height, primary?.height ?? firstSize.height),
    ),
  }
  if (wanted === undefined || !screens.some((screen) => showsTitleBar(wanted, screen))) return size
  return {
    ...wanted,
    width: Math.max(smallestWindow.width, wanted.width),
    height: Math.max(smallestWindow.height, wanted.height),
  }
}

const widest = (screens: readonly Rectangle[]) =>
  Math.max(...screens.map((screen) => screen.width), smallestWindow.width)

const grip = 100
function showsTitleBar(window: Rectangle, screen: Rectangle): boolean {
  const overlap = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x)
  return overlap >= grip && window.y >= screen.y && window.y <= screen.y + screen.height - grip / 2
}
