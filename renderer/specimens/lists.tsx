import { useMemo, useState } from 'react'
import {
  type Column,
  Dialog,
  Button,
  flattenTree,
  Menu,
  MiddleTruncate,
  type Order,
  SplitPane,
  Tabs,
  Tooltip,
  Tree,
  type TreeNode,
  useSelection,
  VirtualList,
  VirtualTable,
} from '../ui'
import { Specimen } from './specimen'

/** Three levels, ten thousand nodes: a hundred folders of ten folders of nine files. */
function bigTree(): readonly TreeNode<string>[] {
  const node = (id: string, children?: TreeNode<string>[]): TreeNode<string> => ({
    id,
    value: id,
    label: id,
    ...(children ? { children } : {}),
  })
  const many = (count: number, of: (index: number) => TreeNode<string>) =>
    Array.from({ length: count }, (_, i) => of(i))
  return many(100, (a) =>
    node(
      `folder-${a}`,
      many(10, (b) =>
        node(
          `folder-${a}/part-${b}`,
          many(9, (c) => node(`folder-${a}/part-${b}/file-${c}.ts`)),
        ),
      ),
    ),
  )
}

function BigTree() {
  const roots = useMemo(() => bigTree(), [])
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['folder-0', 'folder-0/part-0']))
  const [selected, setSelected] = useState<string | null>('folder-0')
  const rows = useMemo(() => flattenTree(roots, (id) => open.has(id)), [roots, open])
  const everything = useMemo(
    () => new Set(roots.flatMap((root) => [root.id, ...(root.children ?? []).map((child) => child.id)])),
    [roots],
  )
  return (
    <>
      <div className="flex gap-2 p-2">
        <Button onClick={() => setOpen(everything)}>Open all</Button>
        <Button onClick={() => setOpen(new Set())}>Close all</Button>
        <output className="text-muted">{rows.length} rows</output>
      </div>
      <Tree
        label="Files"
        rows={rows}
        selected={selected}
        onSelect={setSelected}
        onToggle={(id, next) => {
          const changed = new Set(open)
          if (next) changed.add(id)
          else changed.delete(id)
          setOpen(changed)
        }}
        row={(value) => <MiddleTruncate text={value} />}
      />
    </>
  )
}

export function Trees() {
  return (
    <>
      <Specimen title="A tree of ten thousand nodes" tall>
        <BigTree />
      </Specimen>
      <Specimen title="A list of fifty thousand rows" tall>
        <VirtualList
          label="Lines"
          items={Array.from({ length: 50_000 }, (_, index) => index)}
          keyOf={String}
          row={(item) => (
            <button type="button" data-row-stop className="focus-inset w-full px-4 text-left tabular">
              Line {item + 1}
            </button>
          )}
        />
      </Specimen>
    </>
  )
}

type Row = { readonly name: string; readonly size: number }
const columns: readonly Column<Row>[] = [
  {
    name: 'Name',
    width: 'minmax(8rem,1fr)',
    sort: 'name',
    cell: (row) => (
      <a href="#tables" data-row-stop className="truncate rounded-[4px]">
        {row.name}
      </a>
    ),
  },
  { name: 'Size', width: '5rem', align: 'end', sort: 'size', cell: (row) => row.size },
]
const records: readonly Row[] = Array.from({ length: 10_000 }, (_, index) => ({
  name: `record-${String(index).padStart(5, '0')}`,
  size: (index * 7919) % 10_007,
}))

export function Tables() {
  const [order, setOrder] = useState<Order>({ by: 'name', descending: false })
  const items = useMemo(() => {
    const sign = order.descending ? -1 : 1
    return records.toSorted(
      (one, other) => sign * (order.by === 'size' ? one.size - other.size : one.name.localeCompare(other.name)),
    )
  }, [order])
  const selection = useSelection(useMemo(() => items.map((item) => item.name), [items]))
  return (
    <Specimen title="A table of ten thousand rows" tall>
      <output className="px-4 py-1 text-muted">{selection.keys.size} selected</output>
      <VirtualTable
        label="Records"
        items={items}
        columns={columns}
        keyOf={(row) => row.name}
        nameOf={(row) => row.name}
        selection={selection}
        order={order}
        onOrder={setOrder}
      />
    </Specimen>
  )
}

export function Floating() {
  const [open, setOpen] = useState(false)
  const [tab, setTab] = useState<'one' | 'two'>('one')
  return (
    <>
      <Specimen title="Over the page">
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        <Menu
          trigger={<Button>Open a menu</Button>}
          items={[
            { label: 'Copy id', shortcut: 'mod+c', onSelect: () => undefined },
            { label: 'Tomorrow', note: 'Tue 09:00', onSelect: () => undefined },
            { label: 'Remove', danger: true, onSelect: () => undefined },
            { label: 'Not now', disabled: true, onSelect: () => undefined },
          ]}
        />
        <Tooltip label="More about it" shortcut="mod+k">
          <Button>Hover</Button>
        </Tooltip>
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title="Cancel 2 plans?"
          description="What this does"
          footer={<Button onClick={() => setOpen(false)}>Keep them</Button>}
        >
          Their sandboxes are removed.
        </Dialog>
      </Specimen>
      <Specimen title="Tabs" tall>
        <Tabs
          label="Parts"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'one', label: 'Decisions', count: 12 },
            { value: 'two', label: 'Changes' },
          ]}
        >
          <p className="p-4">{tab === 'one' ? 'The first part' : 'The second part'}</p>
        </Tabs>
      </Specimen>
      <Specimen title="A split pane" tall>
        <SplitPane
          name="specimen"
          label="Width of the list"
          open
          list={<p className="p-4">The list</p>}
          detail={<p className="p-4">The detail</p>}
        />
      </Specimen>
    </>
  )
}
