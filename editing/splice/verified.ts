import { readJson } from '../json/read.ts'
import { applyChanges, tidied } from '../text/changes.ts'
import { expected } from '../tree/expect.ts'
import { isAlike, type Node, Refusal } from '../tree/node.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { Change, Edit, Format } from '../types.ts'
import { readYaml } from '../yaml/read.ts'
import { spliced } from './splice.ts'
import type { Style } from './style.ts'

export interface Verified {
  readonly changes: readonly Change[]
  /** The text and the tree afterwards. */
  readonly text: string
  readonly root: Node
}

/** The tree of a text; throws SyntaxProblem. */
export function treeOf(text: string, format: Format): Node | null {
  return format === 'json' ? readJson(text) : readYaml(text)
}

/**
 * The smallest changes of a text for one edit, which were applied to it and read again: what the text then says is what
 * the edit means, in the same order. Throws Refusal where that is not so.
 */
export function verified(text: string, root: Node, edit: Edit, style: Style): Verified {
  const meant = expected(root, edit)
  const changes = tidied(text, spliced(text, root, edit, style))
  const after = applyChanges(text, changes)
  const actual = readAgain(after, style.format)
  if (!actual || !isAlike(meant, actual))
    throw new Refusal('not_safe', 'This cannot be changed here without changing something else.')
  return { changes, text: after, root: actual }
}

function readAgain(text: string, format: Format): Node | null {
  try {
    return treeOf(text, format)
  } catch (error) {
    if (error instanceof SyntaxProblem) return null
    throw error
  }
}
