import type { Change, TextSource } from '../types.ts'

/** A string as a text that is read in pieces. */
export function sourceOf(text: string): TextSource {
  return { length: text.length, slice: (from, to) => text.slice(from, to) }
}

/** The text after the changes, which are as `Change` says: in order, apart, all counted in the text before. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  let at = 0
  let result = ''
  for (const { from, to, insert } of changes) {
    result += text.slice(at, from) + insert
    at = to
  }
  return result + text.slice(at)
}

/**
 * The same change without what it would write anew as it stands: `at` is where `before`, the text it replaces, begins.
 * Pairs of surrogates are kept together, for a caret or another person's edit may come in between. Null for no change.
 */
export function trimmed(at: number, before: string, insert: string): Change | null {
  if (before === insert) return null
  const most = Math.min(before.length, insert.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === insert.charCodeAt(start)) start++
  if (start > 0 && isHigh(before.charCodeAt(start - 1))) start--
  let end = 0
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === insert.charCodeAt(insert.length - 1 - end)
  )
    end++
  if (end > 0 && isLow(before.charCodeAt(before.length - end))) end--
  return { from: at + start, to: at + before.length - end, insert: insert.slice(start, insert.length - end) }
}

/** Changes in the order of the text, those that touch made one, each trimmed, and those that change nothing left out. */
export function tidied(text: TextSource, changes: readonly Change[]): Change[] {
  const joined: Change[] = []
  for (const change of [...changes].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = joined.at(-1)
    if (last?.to !== change.from) joined.push(change)
    else joined[joined.length - 1] = { from: last.from, to: change.to, insert: last.insert + change.insert }
  }
  return joined.flatMap(({ from, to, insert }) => trimmed(from, text.slice(from, to), insert) ?? [])
}

/** Changes of a piece that begins at `by`, counted in the whole text. */
export function offsetBy(changes: readonly Change[], by: number): Change[] {
  return changes.map(({ from, to, insert }) => ({ from: from + by, to: to + by, insert }))
}

/** How much longer the text is afterwards. */
export function growth(changes: readonly Change[]): number {
  return changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0)
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}
