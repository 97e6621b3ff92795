import type { ActionView } from '@shared/contract/actions'
import { fields, lines, present, type Block } from '../output/block'
import { moment, orNone, yesNo } from './text'

const quoted = (text: string) => (/^[\w./:-]+$/.test(text) ? text : `"${text}"`)

export function actionBlocks(title: string, action: ActionView): Block[] {
  const required = action.args.filter((arg) => arg.required && arg.default === null)
  return present(
    fields(title, [
      ['Name', action.name],
      ['ID', action.action_id],
      ['Description', action.description],
      ['State', action.state],
      ['Revision', action.revision > 1 ? String(action.revision) : null],
      ['Strategy Actor', orNone(action.actors.strategy)],
      ['Execution Actor', orNone(action.actors.execution)],
      ['Reusable', yesNo(action.reusable)],
      ['Read Only', yesNo(action.read_only)],
      ['Created', moment(action.created)],
    ]),
    action.definition_of_done.trim() !== '' &&
      lines('Definition of Done', action.definition_of_done.trim().split('\n')),
    action.args.length > 0 && {
      kind: 'table',
      title: 'Arguments',
      columns: ['Name', 'Type', 'Required', 'Default', 'Description'],
      rows: action.args.map((arg) => [
        arg.name,
        arg.choices ? arg.choices.join('|') : arg.type,
        yesNo(arg.required),
        arg.default === null ? '' : String(arg.default),
        arg.description,
      ]),
      empty: '',
    },
    lines(
      'Invariants',
      action.invariants.map((invariant, index) => `${index + 1}. ${invariant}`),
    ),
    fields('Automation', [
      ['Profile', action.automation_profile ?? '(inherits)'],
      ['Source', action.automation_profile ? 'action' : 'default'],
    ]),
    lines('Usage', [
      ['agents plan use', ...required.map(({ name }) => `--arg ${name}="..."`), quoted(action.name), 'PROJECT'].join(
        ' ',
      ),
    ]),
  )
}
