import { useQuery } from '@tanstack/react-query'
import { ArrowUp, Folder, FolderGit2 } from 'lucide-react'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { Button, Chip, EmptyState, MiddleTruncate, moveFocus } from '../ui'

/** What was pressed to come here is gone or leads elsewhere now, so the keyboard goes on at the first folder. */
function enter(list: HTMLElement | null): void {
  list?.querySelector('button')?.focus()
}

/** Folders of the machine that the core runs on, for a browser that cannot open a dialog there. */
export function FolderBrowser(props: { readonly onPick: (path: string) => void; readonly onClose: () => void }) {
  const [path, setPath] = useState<string | undefined>(undefined)
  const query = useQuery({
    ...useAsk().resources.folders.queryOptions({ input: { path } }),
    staleTime: 0,
    placeholderData: (before) => before,
  })
  return (
    <div className="flex h-72 flex-col overflow-hidden rounded-md border border-line">
      <QueryView query={query}>
        {(here) => (
          <>
            <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line bg-panel pr-1 pl-1">
              <Button
                variant="ghost"
                icon={ArrowUp}
                disabled={here.parent === null}
                onClick={() => setPath(here.parent ?? undefined)}
              >
                Up
              </Button>
              <span className="min-w-0 flex-1">
                <MiddleTruncate text={here.path} mono />
              </span>
              <Button onClick={() => props.onPick(here.path)}>Pick this folder</Button>
            </div>
            {here.folders.length === 0 ? (
              <EmptyState icon={Folder} title="No folders in here" />
            ) : (
              // The arrows move between the buttons in it.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
              <ul
                key={here.path}
                ref={enter}
                aria-label={`Folders in ${here.path}`}
                onKeyDown={(event) => {
                  if (event.key === 'Backspace' && here.parent !== null) setPath(here.parent)
                  else moveFocus(event)
                }}
                className="min-h-0 flex-1 overflow-y-auto py-1"
              >
                {here.folders.map((folder) => {
                  const Icon = folder.is_checkout ? FolderGit2 : Folder
                  return (
                    <li key={folder.path}>
                      <button
                        type="button"
                        data-row-stop
                        onClick={() => (folder.is_checkout ? props.onPick(folder.path) : setPath(folder.path))}
                        className="focus-inset flex h-row w-full items-center gap-2 px-3 text-left hover:bg-hover"
                      >
                        <Icon size={14} aria-hidden className="shrink-0 text-muted" />
                        <span className="min-w-0 flex-1 truncate">{folder.name}</span>
                        {folder.is_checkout && <Chip>checkout</Chip>}
                      </button>
                    </li>
                  )
                })}
              </ul>
            )}
          </>
        )}
      </QueryView>
    </div>
  )
}
