import type { Range } from '../../../../../../editing/types.ts'
import type { Hit } from '../protocol.ts'

const MOST_TEXT = 200

/** The lines of a text. */
export class Lines {
  private readonly text: string
  private readonly starts: number[] = [0]

  constructor(text: string) {
    this.text = text
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1)
  }

  /** Line and column of an offset, from 1. */
  at(offset: number): { line: number; column: number } {
    let [low, high] = [0, this.starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 }
  }

  /** A stretch as a list shows it: with its line, of which a long one is cut around the stretch. */
  hit(range: Range): Hit {
    const { line, column } = this.at(range.from)
    const start = this.starts[line - 1] ?? 0
    const end = (this.starts[line] ?? this.text.length + 1) - 1
    const cut = Math.max(start, Math.min(range.from - 60, end - MOST_TEXT))
    const shown = this.text.slice(cut, Math.min(end, cut + MOST_TEXT))
    const indent = shown.length - shown.trimStart().length
    const from = Math.max(0, range.from - cut - indent)
    const text = shown.slice(indent).toWellFormed()
    return { range, line, column, text, from, to: Math.min(text.length, from + range.to - range.from) }
  }

  /** The whole lines around a stretch: from where to where. */
  around({ from, to }: Range): Range {
    const first = this.at(from).line
    const last = this.at(to).line
    return { from: this.starts[first - 1] ?? 0, to: (this.starts[last] ?? this.text.length + 1) - 1 }
  }
}
