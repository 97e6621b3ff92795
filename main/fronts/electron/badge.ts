import { app, BrowserWindow, nativeImage } from 'electron'

/** Shows how much waits on the application's icon in the dock or the taskbar; nothing at zero. */
export function createBadge(platform: NodeJS.Platform, overlayIcon: string): (count: number) => void {
  if (platform !== 'win32') return (count) => void app.setBadgeCount(count)
  // Windows knows no numbers on an icon, only a small picture with a description.
  const dot = nativeImage.createFromPath(overlayIcon)
  return (count) => {
    const described = `${count} waiting for you`
    for (const window of BrowserWindow.getAllWindows()) window.setOverlayIcon(count > 0 ? dot : null, described)
  }
}
