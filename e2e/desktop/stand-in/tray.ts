import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { loud, onlyEvents } from './loud.ts'
import type { Menu } from './small-modules.ts'

type Image = { readonly isEmpty: () => boolean; readonly path: string }

export const nativeImage = loud('nativeImage', {
  createFromPath: (path: string): Image => loud('NativeImage', { path, isEmpty: () => !existsSync(path) }),
})

const trays: Tray[] = []

/** An icon that is never drawn; specs find it as `globalThis.standIn.trays` and read its menu. */
export class Tray extends EventEmitter {
  readonly image: Image
  menu: Menu | null = null
  toolTip = ''
  constructor(image: Image) {
    super()
    if (image.isEmpty()) throw new Error(`Failed to load image from path '${image.path}'`)
    onlyEvents('Tray', this, ['click'])
    this.image = image
    trays.push(this)
  }
  setToolTip(text: string): void {
    this.toolTip = text
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu
  }
}
Object.assign((globalThis as unknown as { standIn: object }).standIn, { trays })

export const powerMonitor = loud('powerMonitor', onlyEvents('powerMonitor', new EventEmitter(), ['shutdown']))
