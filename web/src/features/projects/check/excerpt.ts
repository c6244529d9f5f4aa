export interface ExcerptLine {
  number: number
  text: string
  /** Whether this is the line that is meant. */
  marked: boolean
}

const around = 2
const widest = 120

/** The lines around a place in a text (1-based); long lines are cut around the column. */
export function excerptOf(text: string, line: number, column: number): ExcerptLine[] {
  const first = Math.max(1, line - around)
  const from = startOfLine(text, first)
  const window = text.slice(from, from + 1_000_000).split('\n', line - first + 1 + around)
  return window.map((content, index) => {
    const number = first + index
    const marked = number === line
    return { number, text: cut(content.replace(/\r$/, ''), marked ? column : 1), marked }
  })
}

function startOfLine(text: string, line: number): number {
  let at = 0
  for (let current = 1; current < line; current += 1) {
    const next = text.indexOf('\n', at)
    if (next < 0) return at
    at = next + 1
  }
  return at
}

function cut(line: string, column: number): string {
  if (line.length <= widest) return line
  const from = Math.max(0, Math.min(column - 1 - widest / 2, line.length - widest))
  const before = from > 0 ? '…' : ''
  const after = from + widest < line.length ? '…' : ''
  return before + line.slice(from, from + widest) + after
}
