import { firstParagraph } from '../../analysis/text.ts'
import { objectOf, ownField, typeAt, versionName } from '../openapi/table.ts'
import { formatOf } from '../references/file-index.ts'
import type { References, Target } from '../references/resolve.ts'
import { siteAt } from '../references/uses.ts'
import { treeOf } from '../splice/verified.ts'
import { type MapNode, memberOf, type Node } from '../tree/node.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { Range } from '../types.ts'
import { rootOf } from '../validity/roots.ts'
import { caretAt } from './caret.ts'
import { typeWord } from './complete.ts'

/** What is said of a word of a file. */
export interface Hover {
  readonly range: Range
  readonly title: string
  readonly detail: string
  readonly text: string
}

/** What a keyword means in the version of the file, or what a reference leads to; null where there is nothing to say. */
export function hover(references: References, file: string, offset: number): Hover | null {
  const index = references.index(file)
  const site = index && siteAt(index, offset)
  const resolved = site && references.resolved(file).get(site)
  if (site && resolved?.to === 'place') return ofTarget(references, resolved.target, site.range)
  return ofKey(references, file, offset)
}

function ofKey(references: References, file: string, offset: number): Hover | null {
  const format = formatOf(file)
  const root = rootOf(references, file)
  if (!root || format === null || format === 'markdown') return null
  const text = references.text(file)
  const caret = caretAt(text, format, offset)
  if (!caret || caret.at === 'value' || !caret.hasColon) return null
  const key = text.slice(caret.from, caret.to).replace(/^["']|["']$/g, '')
  const type = typeAt(root.type, caret.path, root.version)
  const object = type === null ? undefined : objectOf(type)
  const field = object && ownField(object, key)
  if (!object || !field) return null
  const isKnown = (field.versions & root.version) !== 0
  const required = field.required & root.version ? ', required' : ''
  const detail = isKnown ? `${typeWord(field.type)}${required}` : `only in ${versionName(field.versions)}`
  return { range: { from: caret.from, to: caret.to }, title: key, detail, text: field.text }
}

const MOST_TEXT = 200_000

function ofTarget(references: References, { file, path }: Target, range: Range): Hover | null {
  const name = String(path.at(-1) ?? file)
  const root = rootOf(references, file)
  const type = root && typeAt(root.type, path, root.version)
  const kind = (type && objectOf(type)?.name) || 'file'
  const node = nodeAt(references, { file, path })
  const detail = node ? [textOf(node, 'type') ?? kind, file].join(' · ') : `${kind} · ${file}`
  return { range, title: name, detail, text: node ? aboutOf(node) : '' }
}

function nodeAt(references: References, { file, path }: Target): MapNode | null {
  const format = formatOf(file)
  const place = references.locate(file, path)
  if (!place || format === null || format === 'markdown') return null
  const text = references.text(file)
  const from = startOf(text, place.range.from)
  if (place.range.to - from > MOST_TEXT) return null
  try {
    const node: Node | null = treeOf(text.slice(from, place.range.to), format)
    return node?.kind === 'map' ? node : null
  } catch (error) {
    if (error instanceof SyntaxProblem) return null
    throw error
  }
}

/** Lines of a block are taken from their beginning, so that all of them are indented alike. */
export function startOf(text: string, from: number): number {
  const line = text.lastIndexOf('\n', from - 1) + 1
  return text.slice(line, from).trim() === '' ? line : from
}

function aboutOf(node: MapNode): string {
  const lines = [firstParagraph(textOf(node, 'description')) || firstParagraph(textOf(node, 'summary'))]
  const properties = memberOf(node, 'properties')?.value
  if (properties?.kind === 'map' && properties.members.length > 0) {
    const names = properties.members.slice(0, 10).map(({ key }) => `\`${key}\``)
    lines.push(`${names.join(', ')}${properties.members.length > 10 ? ', …' : ''}`)
  }
  return lines.filter((line) => line !== '').join('\n\n')
}

function textOf(node: MapNode, key: string): string | undefined {
  const value = memberOf(node, key)?.value
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined
}
