export function projectsSearch(search: Record<string, unknown>): { create?: true | undefined } {
  return { create: search['create'] === true ? true : undefined }
}
