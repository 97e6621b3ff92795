// Draws every icon from renderer/public/icon.svg: `node scripts/make-icons.ts`. Needs a Chromium (CHROMIUM, or the
// system's); the files it writes are part of the repository, so that building and packaging need none.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { icnsOf, icoOf, type Picture } from './icon-files.ts'

const root = join(import.meta.dirname, '..')
const mark = readFileSync(join(root, 'renderer/public/icon.svg'), 'utf8')
const forPackages = join(root, 'resources/icons')
const forWindows = join(root, 'renderer/public/icons')

/** The mark as macOS wants it in its menu bar: one colour and transparency, without the ground. */
const stencil = mark
  .replace(/<rect[^>]*\/>/, '')
  .replaceAll('#fff', '#000')
  .replace('0 0 32 32', '6 8 20 18')
const dot =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#d97706"/></svg>'

/** A picture of an SVG; `margin` is the part of each side that is left free. */
async function draw(page: Page, svg: string, size: number, margin = 0): Promise<Buffer> {
  const free = Math.round(size * margin)
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>*{margin:0}svg{position:absolute;inset:${free}px;width:${size - 2 * free}px;height:${size - 2 * free}px}</style>${svg}`,
  )
  return page.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width: size, height: size } })
}

async function drawAll(page: Page, sizes: readonly number[], margin = 0): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const size of sizes) pictures.push({ size, png: await draw(page, mark, size, margin) })
  return pictures
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const page = await browser.newPage()
  for (const folder of [forPackages, forWindows]) mkdirSync(folder, { recursive: true })
  const flat = await drawAll(page, [16, 24, 32, 48, 64, 128, 256, 512])
  // Icons in the dock stand within a margin, as Apple's own do.
  const inDock = await drawAll(page, [32, 64, 128, 256, 512, 1024], 0.1)
  writeFileSync(join(forPackages, 'icon.ico'), icoOf(flat))
  writeFileSync(join(forPackages, 'icon.icns'), icnsOf(inDock))
  // Linux takes a folder of pictures that are named by their size.
  for (const { size, png } of flat) writeFileSync(join(forPackages, `${size}x${size}.png`), png)
  writeFileSync(join(forWindows, 'icon.png'), await draw(page, mark, 256))
  for (const [name, svg] of [
    ['tray', mark],
    ['trayTemplate', stencil],
    ['overlay', dot],
  ] as const) {
    writeFileSync(join(forWindows, `${name}.png`), await draw(page, svg, 16))
    writeFileSync(join(forWindows, `${name}@2x.png`), await draw(page, svg, 32))
  }
} finally {
  await browser.close()
}
