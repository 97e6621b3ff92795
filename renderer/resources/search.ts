import { textOf } from '../core/search'

export function resourceSearch(search: Record<string, unknown>): {
  file?: string | undefined
  register?: true | undefined
  /** Fills the dialog in with a folder. */
  folder?: string | undefined
  /** Opens the dialog with the folders of the core's machine. */
  browse?: true | undefined
} {
  return {
    file: textOf(search['file']),
    register: search['register'] === true ? true : undefined,
    folder: textOf(search['folder']),
    browse: search['browse'] === true ? true : undefined,
  }
}
