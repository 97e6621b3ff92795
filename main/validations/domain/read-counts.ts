import type { Reporter } from '@shared/model/validation'

export type Counts = { readonly passed: number; readonly total: number }

const escapes = new RegExp(String.raw`\u001b\[[0-9;?]*[A-Za-z]`, 'g')

/** The last number that stands before or behind a word, as in "14 passed" or "pass 14"; undefined where none does. */
const lastOf = (text: string, pattern: RegExp): number | undefined => {
  const last = [...text.matchAll(pattern)].at(-1)
  return last && Number(last[1])
}
const countOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

function counts(passed: number | undefined, total: number | undefined): Counts | null {
  return passed === undefined || total === undefined || total < passed ? null : { passed, total }
}

/** A summary line such as "1 failed, 14 passed": skipped tests are no part of the total. */
function ofSummary(line: string | undefined): Counts | null {
  if (line === undefined) return null
  const number = (word: string) => lastOf(line, new RegExp(String.raw`(\d+) ${word}`, 'g')) ?? 0
  const passed = number('passed')
  const total = passed + number('failed') + number('errors?')
  return total > 0 ? { passed, total } : null
}

const lastLine = (text: string, pattern: RegExp) => text.split('\n').findLast((line) => pattern.test(line))

function ofNodeTest(text: string): Counts | null {
  return counts(lastOf(text, /^[ℹ#] pass (\d+)$/gm), lastOf(text, /^[ℹ#] tests (\d+)$/gm))
}

function ofTap(text: string): Counts | null {
  const passed = countOf(text, /^ok\b/gm)
  const total = passed + countOf(text, /^not ok\b/gm)
  return total > 0 ? { passed, total } : null
}

/** Attributes of the outermost suites: what an inner one says is part of theirs. */
function ofJunit(text: string): Counts | null {
  const root = /<testsuites\b[^>]*\btests="\d+"[^>]*>/.exec(text)?.[0]
  const suites = root ? [root] : [...text.matchAll(/<testsuite\b[^>]*>/g)].map(([tag]) => tag)
  if (suites.length === 0) return null
  const sum = (name: string) =>
    suites.reduce((all, tag) => all + Number(new RegExp(String.raw`\s${name}="(\d+)"`).exec(tag)?.[1] ?? 0), 0)
  const total = sum('tests') - sum('skipped') - sum('disabled')
  return counts(total - sum('failures') - sum('errors'), total)
}

function ofGo(text: string): Counts | null {
  const json = [...text.matchAll(/^\{.*"Action":"(pass|fail)".*\}$/gm)].filter(([line]) => line.includes('"Test":'))
  if (json.length > 0) return { passed: json.filter(([, action]) => action === 'pass').length, total: json.length }
  const tests = countOf(text, /^\s*--- PASS: /gm)
  const failed = countOf(text, /^\s*--- FAIL: /gm)
  if (tests > 0) return { passed: tests, total: tests + failed }
  // Without -v a run tells whole packages.
  const packages = countOf(text, /^ok\s+\S+/gm)
  const broken = countOf(text, /^FAIL\s+\S+/gm)
  return packages + broken > 0 ? { passed: packages, total: packages + broken } : null
}

function ofJest(text: string): Counts | null {
  const line = lastLine(text, /^Tests:\s.*\d+ total/)
  if (line === undefined) return null
  const skipped = (lastOf(line, /(\d+) skipped/g) ?? 0) + (lastOf(line, /(\d+) todo/g) ?? 0)
  return counts(lastOf(line, /(\d+) passed/g) ?? 0, (lastOf(line, /(\d+) total/g) ?? 0) - skipped)
}

/** How many tests passed, of how many, as a known reporter tells it; null where its summary is not there. */
export function readCounts(reporter: Reporter, output: string): Counts | null {
  const text = output.replaceAll(escapes, '').replaceAll('\r\n', '\n')
  switch (reporter) {
    case 'tap':
      return ofNodeTest(text) ?? ofTap(text)
    case 'node-test':
      return ofNodeTest(text) ?? ofTap(text)
    case 'junit':
      return ofJunit(text)
    case 'pytest':
      return ofSummary(lastLine(text, /\d+ (?:passed|failed|errors?)\b.* in [\d.]+s/))
    case 'go-test':
      return ofGo(text)
    case 'jest':
      return ofJest(text)
    case 'vitest':
      return ofSummary(lastLine(text, /^\s*Tests\s+.*\(\d+\)\s*$/))
  }
}
