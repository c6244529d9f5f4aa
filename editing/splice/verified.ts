import { readJson } from '../json/read.ts'
import { applyChanges, tidied } from '../text/changes.ts'
import { expected } from '../tree/expect.ts'
import { isAlike, type Node, Refusal } from '../tree/node.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { Change, Edit, Format } from '../types.ts'
import { readYaml } from '../yaml/read.ts'
import { spliced } from './splice.ts'
import type { Style } from './style.ts'

/** The tree of a whole text, null for one that says nothing; throws SyntaxProblem. */
export function treeOf(text: string, format: Format): Node | null {
  return format === 'json' ? readJson(text) : readYaml(text)
}

/** A text with its tree, and how both are read anew. */
export interface Readable {
  readonly text: string
  readonly root: Node
  /** Throws SyntaxProblem; null for a text that says nothing. */
  read(text: string): Node | null
}

export interface Verified {
  readonly changes: readonly Change[]
  readonly after: Readable
}

/**
 * The smallest changes of a text for one edit, which were applied to it and read again: what the text then says is what
 * the edit means, in the same order. Throws Refusal where that is not so.
 */
export function verified(before: Readable, edit: Edit, style: Style): Verified {
  const { text, root } = before
  const splices = spliced(text, root, edit, style)
  const meant = expected(root, edit)
  const changes = tidied(text, splices)
  const after = applyChanges(text, changes)
  const actual = readAgain(before, after)
  if (!actual || !isAlike(meant, actual)) throw notSafe()
  return { changes, after: { text: after, root: actual, read: before.read } }
}

export function notSafe(): Refusal {
  return new Refusal('not_safe', 'This cannot be changed here without changing something else.')
}

function readAgain(before: Readable, text: string): Node | null {
  try {
    return before.read(text)
  } catch (error) {
    if (error instanceof SyntaxProblem) return null
    throw error
  }
}
