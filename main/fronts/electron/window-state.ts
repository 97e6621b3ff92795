import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import { makeFolder } from '../../platform/make-folder'
import { isRoute } from './route'

export type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const pixels = z.int().min(-100_000).max(100_000)
const stateSchema = z.object({
  bounds: z.object({ x: pixels, y: pixels, width: pixels.min(1), height: pixels.min(1) }),
  maximized: z.boolean(),
  route: z.string().refine(isRoute).catch('/').default('/'),
})
/** Where a window stood when it was closed, and what it showed. */
export type WindowState = z.infer<typeof stateSchema>

const mostWindows = 12
// One state alone is what earlier versions wrote.
const fileSchema = z.union([
  z.object({ windows: z.array(stateSchema).min(1).max(mostWindows) }).transform(({ windows }) => windows),
  stateSchema.transform((state) => [state]),
])

export const smallestWindow = { width: 720, height: 480 } as const
const firstSize = { width: 1280, height: 800 } as const

/** The remembered windows; none at the first start and where the file is damaged: a default window does no harm. */
export function readWindowStates(file: string): readonly WindowState[] {
  try {
    const parsed = fileSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return parsed.success ? parsed.data : []
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Written in one go and synchronously, because a window that closes may be the last thing before the end. */
export function writeWindowStates(file: string, windows: readonly WindowState[]): void {
  makeFolder(dirname(file))
  writeFileSync(file, JSON.stringify({ windows: windows.slice(0, mostWindows) }), { mode: 0o600 })
}

/**
 * Size and place of a window: as remembered where at least a hand's breadth of its title bar still lies on a screen,
 * fitted to that screen; else only the size, fitted to the first screen.
 */
export function windowPlacement(
  remembered: Pick<WindowState, 'bounds'> | null,
  screens: readonly Rectangle[],
): { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number } {
  const wanted = remembered?.bounds
  const size = wanted ?? firstSize
  const home = wanted && screens.find((screen) => showsTitleBar(wanted, screen))
  if (wanted === undefined || home === undefined) return fitted(size, screens[0])
  return { x: wanted.x, y: wanted.y, ...fitted(size, spanned(wanted, screens)) }
}

/** The screen that a window lies on, or all that it reaches over, taken together. */
function spanned(window: Rectangle, screens: readonly Rectangle[]): Pick<Rectangle, 'width' | 'height'> {
  const touched = screens.filter((screen) => overlaps(window, screen))
  return {
    width: touched.reduce((sum, screen) => sum + screen.width, 0),
    height: Math.max(...touched.map((screen) => screen.height)),
  }
}

function fitted(size: Pick<Rectangle, 'width' | 'height'>, room: Pick<Rectangle, 'width' | 'height'> | undefined) {
  const fit = (side: 'width' | 'height') =>
    Math.max(smallestWindow[side], Math.min(size[side], room?.[side] ?? firstSize[side]))
  return { width: fit('width'), height: fit('height') }
}

const shared = (from: number, length: number, otherFrom: number, otherLength: number) =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom)
const overlaps = (window: Rectangle, screen: Rectangle) =>
  shared(window.x, window.width, screen.x, screen.width) > 0 &&
  shared(window.y, window.height, screen.y, screen.height) > 0

const grip = 100
function showsTitleBar(window: Rectangle, screen: Rectangle): boolean {
  return (
    shared(window.x, window.width, screen.x, screen.width) >= grip &&
    window.y >= screen.y &&
    window.y <= screen.y + screen.height - grip / 2
  )
}
