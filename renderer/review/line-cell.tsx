import { MessageSquarePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../format/format'
import { codeOf } from './code'
import type { Line, Row } from './rows'

type LineRow = Row & { readonly type: 'unified' | 'split' }

type Given = {
  readonly rejected: boolean
  readonly active: boolean
  readonly onWhole: (line: Line) => void
  /** Null where no comment is offered now. */
  readonly onComment: (() => void) | null
}

const signs = {
  add: { sign: '+', said: 'added' },
  delete: { sign: '−', said: 'deleted' },
  context: null,
} as const

/** A line's part of its row: all of it, or in two columns its half. */
type Place = 'whole' | 'left' | 'right'

const gutterLook = { add: 'bg-diff-add-gutter', delete: 'bg-diff-delete-gutter', context: 'bg-canvas' } as const
const textLook = { add: 'bg-diff-add', delete: 'bg-diff-delete', context: 'bg-canvas' } as const
const gutterPlace: Readonly<Record<Place, string>> = {
  whole: 'w-[15ch]',
  left: 'w-[9ch]',
  right: 'w-[9ch] border-l border-line',
}

const digits = 6
const numberOf = (value: number | null) => (value === null ? '' : String(value)).padStart(digits)

/** The numbers of a line, and its sign: a sign to the eye, a word to the ear. */
function gutterOf(line: Line, place: Place): ReactNode {
  const said = signs[line.kind]
  const old = place === 'right' ? '' : numberOf(line.old)
  const next = place === 'left' ? '' : numberOf(line.new)
  return (
    <span className={`diff-gutter ${gutterPlace[place]} ${gutterLook[line.kind]}`}>
      {`${old}${next} `}
      {said && (
        <span className="text-ink" role="img" aria-label={said.said}>
          {said.sign}
        </span>
      )}
    </span>
  )
}

function endOf(line: Line): ReactNode {
  return (
    <>
      {line.carriage && line.kind !== 'context' && (
        <span title="Ends with carriage return and line feed (CRLF)" className="ml-1 text-faint select-none">
          ␍
        </span>
      )}
      {line.unended && (
        <span title="The file ends here without a line feed" className="ml-1 text-faint select-none">
          ⊘<span className="sr-only"> no line feed at the end</span>
        </span>
      )}
    </>
  )
}

/**
 * The text moves sideways with the view while its gutter stays. How wide a tab is depends on where its block begins, which
 * then has to move with it.
 */
function textOf(line: Line, place: Place, onWhole: (line: Line) => void): ReactNode {
  const tabs = line.text.includes('\t')
  const end = line.carriage || line.unended ? endOf(line) : null
  return (
    <span
      className={`diff-text ${textLook[line.kind]} ${tabs ? '' : 'diff-moves'} ${line.cut === null ? '' : 'relative overflow-hidden'}`}
    >
      {tabs ? (
        <span className="diff-tabs">
          {codeOf(line)}
          {end}
        </span>
      ) : (
        codeOf(line)
      )}
      {!tabs && end}
      {line.cut !== null && (
        <button
          type="button"
          onClick={() => onWhole(line)}
          className="absolute top-0 right-8 h-[18px] rounded-[4px] bg-pressed px-1.5 indent-0 font-sans text-xs text-ink ring-1 ring-line-strong hover:bg-selected"
        >
          Show all {formatBytes(line.cut)}
        </button>
      )}
    </span>
  )
}

function partsOf(line: Line | null, place: Place, onWhole: (line: Line) => void): ReactNode {
  if (!line) return <span className={place === 'right' ? 'diff-nothing border-l border-line' : 'diff-nothing'} />
  return (
    <>
      {gutterOf(line, place)}
      {textOf(line, place, onWhole)}
    </>
  )
}

/**
 * The one cell of a row of code. No component: a long diff makes a dozen rows for each frame that it scrolls, and what React
 * keeps of each part costs as much as the part.
 */
export function lineCell(row: LineRow, given: Given): ReactNode {
  const { onWhole } = given
  return (
    <div
      role="gridcell"
      className={`diff-line ${given.rejected ? 'diff-rejected' : ''} ${given.active ? 'diff-active' : ''}`}
    >
      {row.type === 'unified' ? (
        partsOf(row.line, 'whole', onWhole)
      ) : (
        // In two columns each side shows what it has: the left what is gone, the right what came.
        <>
          {partsOf(row.left, 'left', onWhole)}
          {partsOf(row.right, 'right', onWhole)}
        </>
      )}
      {given.onComment && (
        <button
          type="button"
          tabIndex={-1}
          aria-label="Comment on this line"
          title="Comment on this line"
          onClick={given.onComment}
          className="absolute top-0 right-1 flex h-[18px] w-6 items-center justify-center rounded-[4px] bg-accent text-on-accent"
        >
          <MessageSquarePlus size={12} aria-hidden />
        </button>
      )}
    </div>
  )
}
