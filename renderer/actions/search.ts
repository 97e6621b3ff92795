export function actionSearch(search: Record<string, unknown>): { edit?: true | undefined } {
  return { edit: search['edit'] === true ? true : undefined }
}
