import type { ChangedFile } from '@shared/contract/plans'
import type { PlanView } from '@shared/contract/plan-view'
import { desktop } from '../desktop'
import { notify } from '../ui'

/** Opens a changed file of the sandbox, or tells why that cannot be. */
export function useOpenInEditor(plan: PlanView, file: ChangedFile) {
  const opener = desktop()?.native.openInEditor ?? null
  const sandbox = plan.resources.find((one) => one.name === file.resource)
  const top = sandbox?.sandbox_path
  const reason =
    opener === null
      ? 'Opening in an editor is for the desktop application'
      : !top
        ? 'The sandbox is gone'
        : file.status === 'deleted'
          ? 'The file is deleted'
          : null
  const open = () => {
    if (!opener || !top || reason !== null) return
    void (async () => {
      const opened = await opener(`${top}/${file.path}`)
      if (!opened) notify.problem({ message: `${file.path} could not be opened.`, hint: 'Is it still in the sandbox?' })
    })()
  }
  return { reason, open }
}
