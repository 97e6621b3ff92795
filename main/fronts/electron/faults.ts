import { app, dialog } from 'electron'
import { Refusal } from '@shared/model/refusal'

/** Tells the person why there is no core, each reason once. */
export function sayOnce(): (error: unknown) => void {
  const said = new Set<string>()
  return (error) => {
    const { message, hint } = error instanceof Refusal ? error.data : { message: String(error), hint: '' }
    if (said.has(message)) return
    said.add(message)
    dialog.showErrorBox('The application cannot reach its core', [message, hint].filter(Boolean).join('\n\n'))
  }
}

export function fatal(error: unknown): void {
  dialog.showErrorBox(
    'CleverAgents cannot start',
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  )
  app.exit(1)
}
