// What a file is that says nothing of itself: what those that refer to it need there.
import type { TypeName, Version } from '../openapi/model.ts'
import { objectOf, typeAt } from '../openapi/table.ts'
import type { References } from '../references/resolve.ts'
import { type Node, nodeAt } from '../tree/node.ts'
import type { Path } from '../types.ts'
import type { Finding } from './finding.ts'
import { rootOf } from './roots.ts'
import { checkShape } from './shape.ts'

/** A place of a file, and what stands there. */
export interface LoosePart {
  readonly path: Path
  readonly type: TypeName
  readonly version: Version
}

// A file that refers to a file that refers to a file: farther nobody looks.
const MOST_HOPS = 5
const MOST_PARTS = 200

/** The parts of a loose file, each once, by the first that refers to it. */
export function looseParts(references: References, file: string, hops = 0): readonly LoosePart[] {
  if (hops > MOST_HOPS) return []
  const found = new Map<string, LoosePart>()
  for (const { from, site, path } of references.referrers(file)) {
    const key = path.join('\n')
    if (found.has(key) || found.size >= MOST_PARTS || site.path.at(-1) !== '$ref') continue
    const spot = spotAt(references, from, site.path.slice(0, -1), hops)
    if (spot && objectOf(spot.type)) found.set(key, { path, ...spot })
  }
  return [...found.values()]
}

function spotAt(
  references: References,
  file: string,
  path: Path,
  hops: number,
): Pick<LoosePart, 'type' | 'version'> | null {
  const root = rootOf(references, file)
  if (root) {
    const type = typeAt(root.type, path, root.version)
    return type === null ? null : { type, version: root.version }
  }
  if (references.index(file)?.kind !== 'loose') return null
  for (const part of looseParts(references, file, hops + 1)) {
    if (!part.path.every((key, index) => String(key) === String(path[index]))) continue
    const type = typeAt(part.type, path.slice(part.path.length), part.version)
    if (type !== null) return { type, version: part.version }
  }
  return null
}

/** What is wrong in the parts of a loose file, given its tree. */
export function* checkLoose(references: References, file: string, root: Node): Generator<void, Finding[]> {
  const text = references.text(file)
  const found: Finding[] = []
  const parts = looseParts(references, file)
  for (const { path, type, version } of parts) {
    // A part of another one is looked at with it.
    if (
      parts.some(
        (other) => other.path.length < path.length && other.path.every((key, at) => key === path[at]),
      )
    )
      continue
    const node = nodeAt(root, path)
    if (node)
      found.push(...checkShape({ text, node, type, path, version, at: { from: node.from, to: node.from } }))
    yield
  }
  return found
}
