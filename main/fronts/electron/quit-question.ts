import { app, dialog, powerMonitor } from 'electron'

export type QuitDeps = {
  /** Whether plans run that end with us; false where another program's core does the work. */
  readonly isBusy: () => Promise<boolean>
  /** Titles of the plans that run, as far as they are known. */
  readonly running: () => readonly string[]
  readonly keepWindows: () => void
  readonly closeWindows: () => void
}

export type Quit = {
  /** Whether the application goes on without a window, because the person said so. */
  readonly isInBackground: () => boolean
  /** A window was opened again. */
  readonly comeBack: () => void
  /** Ends without asking. */
  readonly now: () => void
}

export type QuitAnswer = 'background' | 'stop' | 'stay'
const answers: readonly QuitAnswer[] = ['background', 'stop', 'stay']

/** Asks before plans that run are ended, however the end came about; a system that shuts down is not held up. */
export function askBeforeQuit(deps: QuitDeps): Quit {
  let isAgreed = false
  let isAsking = false
  let isInBackground = false

  const end = () => {
    isAgreed = true
    deps.keepWindows()
    app.quit()
  }

  async function decide(): Promise<void> {
    const busy = await deps.isBusy()
    const answer = busy ? await ask(deps.running()) : 'stop'
    switch (answer) {
      case 'stop':
        return end()
      case 'background':
        isInBackground = true
        return deps.closeWindows()
      case 'stay':
    }
  }

  app.on('before-quit', (event) => {
    if (isAgreed) return deps.keepWindows()
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    decide()
      .catch(end)
      .finally(() => {
        isAsking = false
      })
  })
  powerMonitor.on('shutdown', end)
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  return {
    isInBackground: () => isInBackground,
    comeBack: () => {
      isInBackground = false
    },
    now: end,
  }
}

async function ask(titles: readonly string[]): Promise<QuitAnswer> {
  const what =
    titles.length === 1 ? `“${titles[0]}” is` : titles.length > 1 ? `${titles.length} plans are` : 'Plans are'
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: `${what} still being worked on.`,
    detail:
      'In the background they go on without a window, and the application ends by itself once nothing runs. Stopped, they keep their sandbox and everything done so far, and can be resumed later.',
    buttons: ['Go on in the background', 'Stop them and quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  })
  return answers[response] ?? 'stay'
}
