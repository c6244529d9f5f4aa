export interface Position {
  line: number
  column: number
}

/** The 1-based line and column of a character offset. */
export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  let line = 1
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1
  return { line, column: offset - lineStart + 1 }
}
