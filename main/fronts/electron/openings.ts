import { app } from 'electron'
import type { DesktopRequest } from '@shared/desktop'
import { openedWith, requestOfFile, requestOfLink } from './opened-with'
import type { Windows } from './windows'

export type Openings = {
  /** Takes what has come so far, and what comes from now on, to the windows. */
  readonly serve: (windows: Windows) => void
}

/** Hears what the system hands over: links and files, on the command line of any start or as events of macOS. */
export function listenForOpenings(): Openings {
  let windows: Windows | null = null
  const waiting: DesktopRequest[] = []

  const take = (request: DesktopRequest | null) => {
    if (request === null) return
    if (windows === null) return void waiting.push(request)
    if (request.kind === 'go') return windows.show(request.to)
    windows.show()
    windows.request(request)
  }
  const takeWords = (words: readonly string[], folder: string) => {
    void openedWith(words, folder).then(take)
  }

  app.on('second-instance', (_event, words, folder) => {
    windows?.show()
    takeWords(words.slice(1), folder)
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    take(requestOfLink(link))
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    void requestOfFile(file).then(take)
  })
  return {
    serve: (ready) => {
      windows = ready
      for (const request of waiting.splice(0)) take(request)
      takeWords(process.argv.slice(1), process.cwd())
    },
  }
}
