import { useNavigate } from '@tanstack/react-router'
import { FolderPlus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { desktop } from '../desktop'

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true

/**
 * Shows that a folder may be dropped anywhere on the window. The desktop then tells its path; a browser knows none, so
 * there the dialog opens with the folders of the core's machine to choose from.
 */
export function DropTarget() {
  const navigate = useNavigate()
  const [over, setOver] = useState(false)
  const dropped = useEffectEvent(() => {
    if (!desktop()) void navigate({ to: '/resources', search: { register: true, browse: true } })
  })
  useEffect(() => {
    // Entering a child comes before leaving its parent, so the two are counted.
    let depth = 0
    const move = (by: number) => {
      depth = Math.max(0, depth + by)
      setOver(depth > 0)
    }
    const enter = (event: DragEvent) => holdsFiles(event) && move(1)
    const leave = (event: DragEvent) => holdsFiles(event) && move(-1)
    const hover = (event: DragEvent) => holdsFiles(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      move(-depth)
      dropped()
    }
    const listeners = { dragenter: enter, dragleave: leave, dragover: hover, drop } as const
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name as 'drop', listener)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name as 'drop', listener)
    }
  }, [])
  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-3 z-50 flex items-center justify-center rounded-[8px] border-2 border-dashed border-accent-text bg-canvas/95">
      <p role="status" className="flex items-center gap-2.5 text-lg font-medium">
        <FolderPlus size={18} aria-hidden className="text-accent-text" />
        Drop a folder to register it
      </p>
    </div>
  )
}
