import { Characters } from '../text/characters.ts'
import type { Node } from '../tree/node.ts'
import { type Anchors, anchorsOf } from '../tree/plain-value.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { Leaf } from './leaf.ts'
import type { PartIndex } from './part-index.ts'

// An alias whose name is all over the file is not looked for any longer.
const MOST_TRIES = 50

/** Finds what the aliases in a leaf stand for: in the leaf, or anywhere in the file. */
export function anchorsFor(index: PartIndex, leaf: Leaf): Anchors {
  let own: Map<string, Node> | undefined
  const found = new Map<string, Node | undefined>()
  return (name) => {
    own ??= anchorsOf(leaf.root)
    if (own.has(name)) return own.get(name)
    if (!found.has(name)) found.set(name, anchorElsewhere(index, name))
    return found.get(name)
  }
}

function anchorElsewhere(index: PartIndex, name: string): Node | undefined {
  const characters = new Characters(index.text)
  let at = characters.find('&', 0)
  for (let tries = 0; at !== -1 && tries < MOST_TRIES; at = characters.find('&', at + 1)) {
    if (characters.slice(at + 1, Math.min(characters.length, at + 1 + name.length)) !== name) continue
    tries++
    const node = anchorNear(index, at, name)
    if (node) return node
  }
  return undefined
}

function anchorNear(index: PartIndex, offset: number, name: string): Node | undefined {
  const part = index.pathTo(offset).parts.at(-1)
  try {
    return part && anchorsOf(index.leafOf(part).root).get(name)
  } catch (error) {
    if (error instanceof SyntaxProblem) return undefined
    throw error
  }
}
