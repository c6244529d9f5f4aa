import type { Change, TextSource } from '../types.ts'
import { growth } from './changes.ts'

interface Piece {
  readonly at: number
  readonly length: number
  /** What was written, or where it stood. */
  readonly written: string | number
}

/** A text as it will be after changes, without anybody putting it together. */
export function overlaid(text: TextSource, changes: readonly Change[]): TextSource {
  const pieces: Piece[] = []
  let at = 0
  let from = 0
  const push = (length: number, written: string | number) => {
    if (length > 0) pieces.push({ at, length, written })
    at += length
  }
  for (const change of changes) {
    push(change.from - from, from)
    push(change.insert.length, change.insert)
    from = change.to
  }
  push(text.length - from, from)
  return { length: text.length + growth(changes), slice: (start, end) => sliceOf(text, pieces, start, end) }
}

function sliceOf(text: TextSource, pieces: readonly Piece[], start: number, end: number): string {
  let result = ''
  for (const { at, length, written } of pieces) {
    const [from, to] = [Math.max(start, at) - at, Math.min(end, at + length) - at]
    if (from >= to) continue
    result += typeof written === 'string' ? written.slice(from, to) : text.slice(written + from, written + to)
  }
  return result
}
