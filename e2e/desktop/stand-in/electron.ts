import type * as Electron from 'electron'
import { app } from './application.ts'
import { BrowserWindow } from './browser-window.ts'
import { ipcMain } from './ipc-main.ts'
import { loud } from './loud.ts'
import { protocol } from './schemes.ts'
import { session } from './session.ts'
import { dialog, Menu, nativeTheme, Notification, safeStorage, screen, shell, utilityProcess } from './small-modules.ts'
import { nativeImage, powerMonitor, Tray } from './tray.ts'
import { WebContents } from './web-contents.ts'

// The names are Electron's; what an ES module imports beyond them fails at link time, what it reads beyond them throws.
const electron = loud('electron', {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol: loud('protocol', protocol),
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  webContents: WebContents,
} satisfies { readonly [Name in keyof typeof Electron]?: unknown })

const webContents = WebContents
export { app, BrowserWindow, dialog, ipcMain, Menu, nativeImage, nativeTheme, Notification, powerMonitor }
export { protocol, safeStorage, screen, session, shell, Tray, utilityProcess, webContents }
export { electron as default, electron as 'module.exports' }
