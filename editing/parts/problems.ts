import { NO_COMMA, NO_COMMENTS, readJson, type Tolerated } from '../json/read.ts'
import { Refusal } from '../tree/node.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { Key, Range, TextSource } from '../types.ts'
import type { Part } from './part.ts'
import type { PartIndex } from './part-index.ts'

export interface Problem {
  readonly message: string
  readonly range: Range
}

// Nobody reads more.
const MOST = 100

/** Where a text breaks the rules of its format, part by part: each says its first problem. */
export function problemsOf(index: PartIndex): Problem[] {
  const found: Problem[] = []
  visit(index, index.root, [], found)
  return found
}

function visit(index: PartIndex, part: Part, path: Key[], found: Problem[]): void {
  if (found.length >= MOST) return
  const children = index.childrenOf(part, path)
  if (!children) {
    found.push(...problemsOfLeaf(index, part))
    return
  }
  if (index.format === 'json') found.push(...problemsBetween(index, part, children))
  for (const child of children) visit(index, child, [...path, child.key], found)
}

/** What a scan steps over between the children of a part: comments, and a comma behind the last. */
export function problemsBetween({ text }: PartIndex, part: Part, children: readonly Part[]): Problem[] {
  const found: Problem[] = []
  const gaps = [...children.map(({ start }, index) => [children[index - 1]?.to ?? part.from, start] as const)]
  const end = children.at(-1)?.to ?? part.to
  for (const [from, to] of [...gaps, [end, part.to] as const]) {
    const slash = text.slice(from, to).indexOf('/')
    if (slash !== -1) found.push({ message: NO_COMMENTS, range: { from: from + slash, to } })
  }
  const comma = text.slice(end, part.to).indexOf(',')
  if (comma !== -1) found.push({ message: NO_COMMA, range: { from: end + comma, to: end + comma + 1 } })
  return [...found, ...missingBetween(text, part, children)]
}

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g

/** What does not stand before, between and behind the children of a part that were found by their lines alone. */
function missingBetween(text: TextSource, part: Part, children: readonly Part[]): Problem[] {
  const gap = (from: number, to: number) => text.slice(from, to).replace(COMMENTS, '').trim()
  const [opening, closing] = part.kind === 'map' ? ['{', '}'] : ['[', ']']
  const first = children[0]?.start ?? part.to
  // In front of the first there may be a whole value, as where two maps stand side by side.
  if (gap(part.from, first) !== opening)
    return [{ message: 'Expected a comma.', range: { from: part.from, to: first } }]
  for (const [index, child] of children.entries()) {
    const next = children[index + 1]
    if (next && gap(child.to, next.start) !== ',')
      return [{ message: 'Expected a comma.', range: { from: child.to, to: next.start } }]
  }
  const end = children.at(-1)?.to ?? part.from
  return [closing, `,${closing}`].includes(gap(end, part.to).replace(/\s+/g, ''))
    ? []
    : [
        {
          message: 'Something is not closed, or closed twice.',
          range: { from: end, to: Math.max(end, part.to) },
        },
      ]
}

/** What is wrong in a leaf. */
export function problemsOfLeaf(index: PartIndex, part: Part): Problem[] {
  try {
    const { text, lead } = index.leafOf(part)
    if (index.format === 'yaml') return []
    const tolerated: Tolerated[] = []
    const begin = part.start - lead
    readJson(text, tolerated, part.from - begin)
    return tolerated.map(({ message, from, to }) => ({
      message,
      range: { from: from + begin, to: to + begin },
    }))
  } catch (error) {
    if (error instanceof SyntaxProblem) return [{ message: error.message, range: error.range }]
    if (error instanceof Refusal) return []
    throw error
  }
}
