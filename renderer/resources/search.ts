import { textOf } from '../core/search'

export function resourceSearch(search: Record<string, unknown>): {
  file?: string | undefined
  register?: true | undefined
} {
  return { file: textOf(search['file']), register: search['register'] === true ? true : undefined }
}
