import { commandOf, type PageCommandId } from '@shared/commands'
import { planTabLabels, planTabs } from '@shared/plan-tabs'
import { Dialog, Kbd } from '../ui'
import { places, settingsPlace } from './places'

const named = (id: PageCommandId) => [commandOf(id).keys ?? '', commandOf(id).label] as const

const groups: readonly { readonly name: string; readonly keys: readonly (readonly [keys: string, what: string])[] }[] =
  [
    {
      name: 'Anywhere',
      keys: (['palette', 'new-plan', 'shortcuts', 'back', 'forward'] as const).map((id) => named(id)),
    },
    { name: 'Go to', keys: [...places, settingsPlace].map((place) => [place.keys, place.label] as const) },
    {
      name: 'Inbox',
      keys: [
        ['j', 'Next item'],
        ['k', 'Previous item'],
        ['a', 'Approve'],
        ['c', 'Choose an alternative'],
        ['e', 'Give guidance'],
        ['h', 'Snooze, or bring back'],
        ['enter', 'Open the plan'],
      ],
    },
    {
      name: 'Plans',
      keys: [
        ['x', 'Select the plan'],
        ['shift+x', 'Select up to here'],
        ['Esc', 'Select none'],
      ],
    },
    {
      name: 'Plan',
      keys: [
        ...planTabs.map((tab, index) => [String(index + 1), planTabLabels[tab]] as const),
        ['a', 'Approve, execute or apply'],
        ['c', 'Choose another'],
        ['e', 'Give guidance'],
        ['r', 'Correct the decision, roll back to the checkpoint'],
      ],
    },
    {
      name: 'Actions',
      keys: [
        ['u', 'Use the action'],
        ['mod+s', 'Save what is written'],
        ['mod+enter', 'Create the plan'],
      ],
    },
    {
      name: 'Changes',
      keys: [
        ['j', 'Next file'],
        ['k', 'Previous file'],
        ['n', 'Next hunk'],
        ['p', 'Previous hunk'],
        ['v', 'Viewed, or not'],
        ['x', 'Reject or accept the hunk'],
        ['m', 'Comment on the line'],
        ['w', 'Whole file'],
        ['u', 'Unified'],
        ['s', 'Split'],
        ['/', 'Filter files'],
        ['o', 'Open in editor'],
      ],
    },
  ]

export function ShortcutSheet(props: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Keyboard shortcuts" size="lg">
      <div className="columns-3 gap-x-8 max-[760px]:columns-2 max-[520px]:columns-1">
        {groups.map((group) => (
          <section key={group.name} className="mb-4 break-inside-avoid">
            <h3 className="mb-1">{group.name}</h3>
            <dl>
              {group.keys.map(([keys, what]) => (
                <div
                  key={keys}
                  className="flex min-h-6.5 items-center justify-between gap-2 border-b border-line last:border-b-0"
                >
                  <dt className="text-muted">{what}</dt>
                  <dd>
                    <span className="sr-only">{keys}</span>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
