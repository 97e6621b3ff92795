import * as z from 'zod'
import { diffSides, lineEndings } from '@shared/model/review'
import { done, idQuery, procedure, said, time } from './base'

/** Which lines a hunk covers, from 1; a start with count 0 names the line before. */
export const hunkRange = z.object({
  old_start: z.number().int(),
  old_count: z.number().int(),
  new_start: z.number().int(),
  new_count: z.number().int(),
})
export type HunkRangeView = z.infer<typeof hunkRange>

/** A hunk by its number in the file, from 1. */
export const hunkStanding = hunkRange.extend({ number: z.number().int(), rejected: z.boolean() })

const endings = z.enum(lineEndings)
const bothSides = <T extends z.ZodType>(value: T) => z.object({ old: value, new: value })

export const diffHunk = hunkRange.extend({
  number: z.number().int(),
  /** Names the hunk's text: equal while the text is. */
  mark: z.string(),
  section: z.string(),
  /** Each line behind its sign: blank, `+` or `-`; a long one is cut. */
  rows: z.array(z.string()),
  /** Rows, by index, that are cut, with the length of the whole line. */
  cut: z.array(z.tuple([z.number().int(), z.number().int()])),
  /** Rows, by index, after which the file ends without a line feed. */
  unended: z.array(z.number().int()),
  /** By row index: columns from and to, in pairs, of what differs inside a changed pair of lines. */
  words: z.record(z.string(), z.array(z.number().int())),
  /**
   * For each row: column, length and kind of its coloured pieces, in threes with blanks between; a kind is its place in
   * `tokenKinds`. Text, since to check and copy many thousand lists of numbers takes longer than all else.
   */
  tokens: z.array(z.string()),
})
export type DiffHunkView = z.infer<typeof diffHunk>

export const fileDiff = z.object({
  resource: z.string(),
  path: z.string(),
  content: z.string(),
  hunks: z.array(diffHunk),
  /** Hunks and rows there are in all; what is over the limit is not in `hunks`. */
  total_hunks: z.number().int(),
  total_rows: z.number().int(),
  /** Lines of each version; null where it is not text, or too large to be read. */
  lines: bothSides(z.number().int().nullable()),
  endings: bothSides(endings.nullable()),
  /** The line endings are all that differs. */
  only_endings: z.boolean(),
  /** Where a link leads, or the commit of a submodule. */
  target: bothSides(z.string().nullable()),
  /** Bytes of each version; null where there is none. */
  size: bothSides(z.number().int().nullable()),
  /** Bytes that a Git LFS pointer stands for. */
  lfs: bothSides(z.number().int().nullable()),
  /** Why no hunks are shown, in a word. */
  not_shown: z.enum(['binary', 'too_large', 'link', 'submodule', 'same']).nullable(),
})
export type FileDiffView = z.infer<typeof fileDiff>

export const reviewComment = z.object({
  id: z.string(),
  resource: z.string(),
  path: z.string(),
  side: z.enum(diffSides),
  line: z.number().int(),
  quote: z.string(),
  text: z.string(),
  created: time,
  /** Null while it waits to be sent. */
  sent: time.nullable(),
})
export type ReviewCommentView = z.infer<typeof reviewComment>

export const reviewState = z.object({
  plan_id: z.string(),
  /** Only files about which something was said. */
  files: z.array(
    z.object({
      resource: z.string(),
      path: z.string(),
      /** Each holds while the file's `content` is the same; `range` is null for the whole file. */
      rejections: z.array(z.object({ content: z.string(), range: hunkRange.nullable() })),
      /** Marks of hunks, and `content` of whole files, that were looked at. */
      viewed: z.array(z.string()),
    }),
  ),
  comments: z.array(reviewComment),
})
export type ReviewStateView = z.infer<typeof reviewState>

const onPlan = z.object({ plan_id: idQuery })
const onFile = onPlan.extend({ resource: z.string(), path: z.string() })
const ofContent = onFile.extend({ content: z.string() })
const marks = z.array(z.string().min(1).max(8192)).max(10_000)

export const decision = procedure
  .input(onPlan.extend({ path: z.string(), resource: z.string().optional(), hunk: z.number().int().min(1).optional() }))
  .output(
    z.object({
      plan_id: z.string(),
      resource: z.string(),
      path: z.string(),
      /** Of the whole file. */
      rejected: z.boolean(),
      hunks: z.array(hunkStanding),
      /** Files that Apply would still change. */
      accepted_files: z.number().int(),
    }),
  )

export const review = {
  /** What was rejected, looked at and said; quick, and asked again after each of these. */
  state: procedure.input(onPlan).output(reviewState),
  /**
   * The hunks of one file whose `content` is as the list told it, with colours and word marks; of a long one the first
   * `rows`, which are there sooner than all.
   */
  file: procedure.input(ofContent.extend({ rows: z.number().int().min(1).optional() })).output(fileDiff),
  /** Lines between and around the hunks, from `from` to `to`, both counted from 1; `whole` gives them uncut. */
  lines: procedure
    .input(
      ofContent.extend({
        side: z.enum(diffSides),
        from: z.number().int().min(1),
        to: z.number().int().min(1),
        whole: z.boolean().default(false),
      }),
    )
    .output(z.object({ lines: z.array(z.string()), tokens: z.array(z.string()) })),
  /** Marks hunks, or whole files by their `content`, as looked at, or no longer. */
  setViewed: procedure.input(onFile.extend({ add: marks, remove: marks })).output(done),
  /** Keeps a comment on a line until the comments are sent. */
  comment: procedure
    .input(
      onFile.extend({
        side: z.enum(diffSides),
        line: z.number().int().min(1),
        quote: z.string().max(1000),
        text: said.trim().min(1).max(10_000),
      }),
    )
    .output(reviewComment),
  /** Changes a comment that is not sent yet; with null removes it. */
  changeComment: procedure
    .input(onPlan.extend({ comment_id: z.string(), text: said.trim().min(1).max(10_000).nullable() }))
    .output(done),
  /** Sends all waiting comments as one guidance. */
  send: procedure
    .input(onPlan.extend({ env: z.record(z.string(), z.string()).optional() }))
    .output(z.object({ plan_id: z.string(), sent: z.number().int(), decision_id: z.string() })),
  /** Takes back what the latest rejection did. */
  undoReject: procedure.input(onPlan).output(z.object({ plan_id: z.string(), paths: z.array(z.string()) })),
}
