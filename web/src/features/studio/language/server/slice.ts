// What a preview of one place needs: its part of the description, and all that it refers to.

import { pointer, pointerSegments } from '../../../../../../analysis/json.ts'
import { decodedPath } from '../../../../../../analysis/paths.ts'
import { objectOf, typeAt } from '../../../../../../editing/openapi/table.ts'
import { formatOf, type References } from '../../../../../../editing/references/index.ts'
import { treeOf } from '../../../../../../editing/splice/verified.ts'
import { Refusal } from '../../../../../../editing/tree/node.ts'
import { anchorsOf, plainValueOf } from '../../../../../../editing/tree/plain-value.ts'
import { SyntaxProblem } from '../../../../../../editing/tree/syntax.ts'
import { put } from '../../../../../../editing/tree/value.ts'
import type { Path } from '../../../../../../editing/types.ts'
import { type PartPlace, type Parts, partsOf } from '../../../../../../editing/validity/parts.ts'
import { type Root, rootOf } from '../../../../../../editing/validity/roots.ts'
import type { Sliced, TextFile } from '../protocol.ts'

/** Components of one slice, text of one slice, and other files that come along. */
const MOST_PARTS = 300
const MOST_TEXT = 1_000_000
const MOST_FILES = 50
/** An extension of the root that says more is data of somebody else's. */
const MOST_EXTENSION = 50_000

const NOTHING: Sliced = { none: 'nothing', reason: 'There is no preview of this file.' }

/** The slice around a value of a file. */
export function sliceOf(references: References, path: string, at: Path): Sliced {
  const text = references.text(path)
  const format = formatOf(path)
  if (format === 'markdown') return { files: [{ path, text }], uri: `/${path}` }
  const root = rootOf(references, path)
  if (format === null || !root || root.type === '@tocFile') return NOTHING
  if (text.trim() === '') return NOTHING
  const slice = new Slice(references)
  try {
    if (root.type === '@schema') {
      slice.whole(path)
      return { files: slice.files, uri: `/${path}` }
    }
    const node = nodePath(references, path, at, root)
    slice.description(path, node, root)
    return { files: slice.files, uri: `/${path}${pointer(...node)}` }
  } catch (error) {
    if (error instanceof SyntaxProblem || error instanceof Refusal)
      return { none: 'broken', reason: `The text cannot be read as it is now: ${error.message}` }
    if (error instanceof TooLarge)
      return { none: 'too-large', reason: 'It refers to too much to be shown here.' }
    throw error
  }
}

export class TooLarge extends Error {}

/** The way to the node that a value is part of: an operation, a schema, or the description as a whole. */
function nodePath(references: References, path: string, at: Path, root: Root): Path {
  if ((at[0] === 'paths' || at[0] === 'webhooks') && at.length >= 2) {
    const type = at.length > 2 ? typeAt(root.type, at.slice(0, 3), root.version) : null
    if (type && objectOf(type)?.name === 'operation') return at.slice(0, 3)
    const operation = references
      .index(path)
      ?.operations.find(({ path: of }) => of[0] === at[0] && of[1] === at[1])
    return operation ? operation.path : []
  }
  if (at[0] === 'components' && at[1] === 'schemas' && at.length >= 3) return at.slice(0, 3)
  return at[0] === 'definitions' && at.length >= 2 ? at.slice(0, 2) : []
}

/** Texts that are taken together, up to so many characters. */
export class Slice {
  readonly files: TextFile[] = []
  private readonly references: References
  private readonly most: number
  private readonly taken = new Set<string>()
  private size = 0

  constructor(references: References, most: number = MOST_TEXT) {
    this.references = references
    this.most = most
  }

  /** A file as it is, with those it refers to. */
  whole(path: string): void {
    if (this.taken.has(path) || !this.references.has(path)) return
    if (this.taken.size >= MOST_FILES) throw new TooLarge()
    this.taken.add(path)
    const text = this.references.text(path)
    this.size += text.length
    if (this.size > this.most) throw new TooLarge()
    const format = formatOf(path)
    if (format === 'json' || format === 'yaml') treeOf(text, format)
    this.files.push({ path, text })
    for (const resolved of this.references.resolved(path).values())
      if (resolved.to === 'place' && resolved.target.file !== path) this.whole(resolved.target.file)
  }

  /**
   * Of a description the node at a path, and what it refers to. `ruled`, which are its parts: with all tags, and an empty
   * object for each large one, so that no rule takes what is left out for missing.
   */
  description(path: string, node: Path, root: Root, ruled?: Parts): void {
    this.taken.add(path)
    const text = this.references.text(path)
    const format = formatOf(path) === 'json' ? 'json' : 'yaml'
    const { parts, frames } = ruled ?? partsOf(text, format, root.type, root.version)
    const byPath = new Map(parts.map((part) => [part.path.join('\n'), part]))
    const document: Record<string, unknown> = {}
    for (const { path: of } of ruled ? frames : []) if (of.length === 1) place(document, of, {})
    const wanted: PartPlace[] = parts.filter(
      ({ path: of, from, to }) =>
        of.length === 1 && of[0] !== 'tags' && (!ruled || to - from < MOST_EXTENSION),
    )
    const own = byPath.get(node.slice(0, node[0] === 'components' ? 3 : 2).join('\n'))
    if (own && own.path.length > 1) wanted.push(own)
    if (node.length === 0 || ruled) wanted.push(...parts.filter(({ path: of }) => of[0] === 'tags'))
    // Security schemes are named, not referred to.
    wanted.push(...parts.filter(({ path: of }) => /^security(Schemes|Definitions)$/.test(String(of.at(-2)))))
    const seen = new Set(wanted)
    for (const part of wanted) {
      if (seen.size > MOST_PARTS) throw new TooLarge()
      this.size += part.to - part.from
      if (this.size > this.most) throw new TooLarge()
      const value = plainOf(text.slice(part.from, part.to), format)
      place(document, part.path, value)
      for (const ref of refsIn(value)) {
        const next = this.partOf(path, ref, byPath)
        if (next && !seen.has(next)) {
          seen.add(next)
          wanted.push(next)
        }
      }
    }
    this.files.push({ path, text: JSON.stringify(document) })
  }

  private partOf(path: string, ref: string, byPath: ReadonlyMap<string, PartPlace>): PartPlace | undefined {
    const hash = ref.indexOf('#')
    if (hash !== 0) {
      const resolved = this.references.resolve(ref, path)
      if (resolved.to === 'place' && resolved.target.file !== path) this.whole(resolved.target.file)
      return undefined
    }
    const segments = pointerSegments(decodedPath(ref.slice(1)))
    return byPath.get(segments.slice(0, 3).join('\n')) ?? byPath.get(segments.slice(0, 2).join('\n'))
  }
}

function plainOf(text: string, format: 'json' | 'yaml'): unknown {
  const node = treeOf(text, format)
  if (!node) return null
  const anchors = anchorsOf(node)
  return plainValueOf(node, (name) => anchors.get(name))
}

function place(document: Record<string, unknown>, path: Path, value: unknown): void {
  let holder = document
  for (const key of path.slice(0, -1)) {
    const name = String(key)
    if (!Object.hasOwn(holder, name)) put(holder, name, {})
    holder = holder[name] as Record<string, unknown>
  }
  put(holder, String(path.at(-1)), value)
}

function refsIn(value: unknown, found: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return found
  for (const [key, item] of Object.entries(value)) {
    if (key === '$ref' && typeof item === 'string') found.push(item)
    else if (key === 'mapping' && typeof item === 'object' && item !== null)
      for (const to of Object.values(item)) {
        if (typeof to === 'string') found.push(to.includes('/') ? to : `#/components/schemas/${to}`)
      }
    else refsIn(item, found)
  }
  return found
}
