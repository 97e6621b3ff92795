import type { ValidationView } from '@shared/contract/validations'

/** What a check runs, in one line. */
export function commandOf({ command, tool }: Pick<ValidationView, 'command' | 'tool'>): string {
  if (command === null) return tool === null ? '' : `the tool ${tool}`
  return typeof command === 'string' ? command : command.join(' ')
}
