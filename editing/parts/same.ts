import { isAlike, type Node, nodeAt, Refusal } from '../tree/node.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { Format, TextSource } from '../types.ts'
import { readLeaf } from './leaf.ts'
import type { Part } from './part.ts'

// A block scalar that keeps the empty lines behind it (YAML 1.2.2, 8.1.1.2): they are part of what it says.
const KEEPS = /[|>]\d?\+/
const TAIL = 20_000

/** A part in its text. */
export interface Placed {
  readonly text: TextSource
  readonly part: Part
}

/** Whether a part says the same as before, though what stands behind it is another. */
export function saysTheSame(before: Placed, after: Placed, format: Format): boolean {
  const [was, is] = [before, after].map(({ text, part }) => text.slice(part.from, part.to))
  if (was === undefined || is === undefined || was === is) return true
  const [old, now] = [nodeOf(before, format), nodeOf(after, format)]
  if (old && now) return isAlike(old, now)
  // What is too large to be read, or broken, may differ in its end alone.
  return was.trimEnd() === is.trimEnd() && !KEEPS.test(was.slice(-TAIL))
}

function nodeOf({ text, part }: Placed, format: Format): Node | undefined {
  try {
    const { root, path } = readLeaf(text, part, format, false)
    return nodeAt(root, path)
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxProblem) return undefined
    throw error
  }
}
