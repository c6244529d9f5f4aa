/** The lines that an author marks in code, `{1,3-5}` behind its language, or `[[1, 3]]` in a comment above it. */
export function markedLines(meta: string, highlightLines = ''): number[] {
  const braces = /\{([\d,\s-]{1,200})\}/.exec(meta)?.[1] ?? ''
  const ranges = braces.split(',').map((range) => range.split('-'))
  const pairs = [...highlightLines.slice(0, 500).matchAll(/\[\s*(\d+)\s*(?:,\s*(\d+)\s*)?\]/g)].map(
    ([, from = '', to = from]) => [from, to],
  )
  const lines = [...ranges, ...pairs].flatMap(([from = '', to = from]) => {
    const first = Number(from.trim() || Number.NaN)
    const last = Number(to.trim() || Number.NaN)
    return Array.from({ length: Math.min(1_000, Math.max(0, last - first + 1) || 0) }, (_, at) => first + at)
  })
  return [...new Set(lines)].filter((line) => line > 0)
}
