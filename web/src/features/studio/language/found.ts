// What rules find, beside what is wrong in a text by itself.
import type { Change } from '../../../../../editing/types.ts'
import type { Problem } from './protocol.ts'

/** Rules of Spectral that say what the editor says by itself, and as what. */
const SAME: Readonly<Record<string, RegExp>> = {
  parser: /^syntax$/,
  'invalid-ref': /^(unresolved|outside|wrong)-reference$/,
  'oas3-schema': /./,
  'oas2-schema': /./,
  'oas3-unused-component': /^unused-component$/,
  'oas2-unused-definition': /^unused-component$/,
  'operation-operationId-unique': /^same-operation-id$/,
  'operation-tag-defined': /^undefined-tag$/,
  'path-params': /path-parameter$/,
}

/** Both in the order of the text; of a rule nothing that the editor says of the same line. */
export function together(own: readonly Problem[], found: readonly Problem[]): readonly Problem[] {
  if (found.length === 0) return own
  const said = new Map<number, string[]>()
  for (const { line, code } of own) said.set(line, [...(said.get(line) ?? []), code])
  const more = found.filter(({ code, line }) => {
    const same = SAME[code]
    return !same || !said.get(line)?.some((one) => same.test(one))
  })
  return [...own, ...more].sort((a, b) => a.range.from - b.range.from)
}

/** Problems where they stand after changes; those whose place was changed are gone until they are found anew. */
export function movedBy(changes: readonly Change[], problems: readonly Problem[]): readonly Problem[] {
  return problems.flatMap((problem) => {
    const { from, to } = problem.range
    let by = 0
    for (const change of changes) {
      if (change.from >= to) break
      if (change.to > from) return []
      by += change.insert.length - (change.to - change.from)
    }
    return by === 0 ? [problem] : [{ ...problem, range: { from: from + by, to: to + by } }]
  })
}
