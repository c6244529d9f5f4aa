import { formatOf } from '../references/file-index.ts'
import type { References } from '../references/resolve.ts'
import { treeOf } from '../splice/verified.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { Format, Path } from '../types.ts'
import { type Finding, MOST_OF_FILE } from './finding.ts'
import { links } from './links.ts'
import { checkLoose } from './loose.ts'
import { finding, sameOperationIds, samePaths, undefinedSchemes, undefinedTags, unused } from './names.ts'
import { type PartPlace, partsOf } from './parts.ts'
import { pathParameters } from './path-parameters.ts'
import { type Root, rootOf } from './roots.ts'
import { checkShape } from './shape.ts'

/** Up to here a text is also read as a whole, which finds what is wrong between its parts. */
const WHOLE = 300_000

/** Finds what is wrong in files, part by part; what has not changed is not looked at again. */
export class FileCheck {
  private readonly references: References
  private readonly known = new Map<string, Map<string, readonly Finding[]>>()

  constructor(references: References) {
    this.references = references
  }

  /**
   * What is wrong in a file, in the order of its text, bounded. Yields after each piece of work, so that whoever drives
   * it may do something else, or stop. `others`: paths of files without a text.
   */
  *check(file: string, others: ReadonlySet<string> = new Set()): Generator<void, Finding[]> {
    const format = formatOf(file)
    const text = this.references.text(file)
    const found: Finding[] = []
    if (format === null) return found
    this.references.index(file)
    yield
    if (format !== 'markdown' && text.trim() !== '') yield* this.parts(file, text, format, found)
    yield
    for (const rule of this.rules(file, others)) {
      found.push(...rule())
      yield
    }
    return found.sort((a, b) => a.range.from - b.range.from).slice(0, MOST_OF_FILE)
  }

  forget(file: string): void {
    this.known.delete(file)
  }

  private rules(file: string, others: ReadonlySet<string>): (() => Finding[])[] {
    const { references } = this
    const index = references.index(file)
    if (!index) return []
    return [
      () => links(references, file, others),
      () => sameOperationIds(index),
      () => samePaths(index),
      () => undefinedTags(index),
      () => undefinedSchemes(references, file),
      () => pathParameters(references, file),
      () => unused(references, file),
    ]
  }

  private *parts(file: string, text: string, format: Format, found: Finding[]): Generator<void> {
    const root = rootOf(this.references, file)
    const broken = text.length <= WHOLE ? syntaxOf(text, format) : null
    if (broken) found.push(broken)
    if (!root) {
      if (!broken && text.length <= WHOLE) yield* this.loose(file, text, format, found)
      return
    }
    const before = this.known.get(file)
    const now = new Map<string, readonly Finding[]>()
    const { parts, frames } = partsOf(text, format, root.type, root.version)
    // Of a broken text nobody knows what its largest objects have.
    for (const frame of broken ? [] : frames)
      found.push(...checkShape({ text, version: root.version, ...frame }))
    for (const part of parts) {
      const piece = text.slice(part.from, part.to)
      const distance = part.key ? part.from - part.key.from : 0
      const key = `${root.version} ${distance} ${part.type} ${part.path.join('\n')} ${piece.length} ${hashOf(piece)}`
      const findings = before?.get(key) ?? checkPart(piece, format, part, root)
      now.set(key, findings)
      for (const one of findings) {
        if (one.code !== 'syntax' || !broken) found.push(moved(one, part.from))
      }
      if (found.length > MOST_OF_FILE) break
      yield
    }
    this.known.set(file, now)
  }

  /** A file with one path item, say: by what refers to it. */
  private *loose(file: string, text: string, format: Format, found: Finding[]): Generator<void> {
    if (this.references.index(file)?.kind !== 'loose') return
    const tree = treeOf(text, format)
    if (tree) found.push(...(yield* checkLoose(this.references, file, tree)))
  }
}

function checkPart(
  text: string,
  format: Format,
  { path, type, key, from }: PartPlace,
  { version }: Root,
): Finding[] {
  try {
    const node = treeOf(text, format)
    const at = key && { from: key.from - from, to: key.to - from }
    return node && type !== 'any' ? checkShape({ text, node, type, path, version, at }) : []
  } catch (error) {
    if (error instanceof SyntaxProblem) return [syntaxFinding(error, path)]
    throw error
  }
}

function syntaxOf(text: string, format: Format): Finding | null {
  try {
    treeOf(text, format)
    return null
  } catch (error) {
    if (error instanceof SyntaxProblem) return syntaxFinding(error, [])
    throw error
  }
}

function syntaxFinding({ message, range }: SyntaxProblem, path: Path): Finding {
  return finding('syntax', 'error', message, path, range)
}

function moved(one: Finding, by: number): Finding {
  return { ...one, range: { from: one.range.from + by, to: one.range.to + by } }
}

/** FNV-1a over the UTF-16 units: tells texts of the same length apart, proves nothing. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
