// Whether a part of a description has the shape that its version of OpenAPI asks for.
import { type ObjectType, type Shape, shapesOf, type TypeName, V2, V30 } from '../openapi/model.ts'
import { objectNamed, ownField, versionName } from '../openapi/table.ts'
import type { MapNode, Member, Node, ScalarNode } from '../tree/node.ts'
import { digitsOf } from '../tree/value.ts'
import type { Path, Range } from '../types.ts'
import { CHECKS } from './checks.ts'
import { type Finding, type Fix, meant, shown } from './finding.ts'
import { addition, beginning, extension, put, remove } from './fixes.ts'
import { keyOf, type Part, Report } from './report.ts'
import { valueVersions } from './values.ts'
import { article, capital, kindOf, listed, wordOf } from './words.ts'

/** What is wrong in a part. Ranges count in the part's text; paths from the root of the file. */
export function checkShape(part: Part): Finding[] {
  const checker = new Checker(part)
  const { node, type, path, at } = part
  checker.visit(node, type, path, at ?? { from: node.from, to: Math.min(node.to, node.from + 1) })
  return checker.found
}

class Checker extends Report {
  /** `at`: what is underlined where the value as a whole is wrong: its key. */
  visit(node: Node, type: TypeName, path: Path, at: Range): void {
    if (node.kind === 'alias' || this.isFull) return
    const shapes = shapesOf(type)
    const shape = shapes.find((candidate) => fits(candidate, node))
    if (!shape) this.mismatch(node, shapes, path, node.kind === 'scalar' && node.to > node.from ? node : at)
    else if (shape.is === 'one') this.choice(node, shape.values, path)
    else if (node.kind === 'map') this.members(node, shape, path, at)
    else if (node.kind === 'list' && shape.is === 'list')
      for (const [index, item] of node.items.entries())
        this.visit(item, shape.of, [...path, index], {
          from: item.from,
          to: Math.min(item.to, item.from + 1),
        })
  }

  private members(node: MapNode, shape: Shape, path: Path, at: Range): void {
    this.duplicates(node, path)
    const object = shape.is === 'object' ? objectNamed(shape.name) : undefined
    if (object) this.object(node, object, path, at)
    if (object || shape.is !== 'map') return
    for (const member of node.members)
      if (!member.key.startsWith('x-') && !member.odd)
        this.visit(member.value, shape.of, [...path, member.key], keyOf(member))
  }

  private object(node: MapNode, object: ObjectType, path: Path, at: Range): void {
    const reference = node.members.find(({ key }) => key === '$ref')
    if (reference && object.section) {
      this.reference(node, reference, object, path)
      if (object.name !== 'schema' && object.name !== 'path') return
      if (this.version & (V2 | V30) && object.name === 'schema') return
    }
    for (const member of node.members) if (!member.odd) this.member(member, object, path)
    if (node.members.some(({ odd }) => odd !== undefined)) return
    this.missing(node, object, path, at)
    CHECKS[object.name]?.(this, node, path, at)
  }

  private member(member: Member, object: ObjectType, path: Path): void {
    const { key, value } = member
    const below = [...path, key]
    const field = ownField(object, key)
    if (field && field.versions & this.version) {
      this.visit(value, field.type, below, keyOf(member))
      return
    }
    if (key.startsWith('x-')) return
    if (object.rest !== undefined) {
      if (object.names && !object.names.test(key)) this.badName(member, object, below)
      else this.visit(value, object.rest, below, keyOf(member))
      return
    }
    const isOpen = ((object.open ?? 0) & this.version) !== 0
    if (field && !isOpen) {
      const message = `${shown(key)} is of ${versionName(field.versions)}; this file follows ${versionName(this.version)}.`
      this.add('other-version', 'error', message, below, keyOf(member), [remove(below)])
    } else this.unknown(member, object, below, isOpen)
  }

  private unknown(member: Member, object: ObjectType, path: Path, isOpen: boolean): void {
    const { key } = member
    const known = Object.entries(object.fields).filter(([, { versions }]) => versions & this.version)
    const name = meant(
      key,
      known.map(([known]) => known),
    )
    if (isOpen && (name === undefined || key.length < 5)) return
    const what = isOpen ? `is no keyword of JSON Schema` : `is nothing that ${article(object.name)} has`
    const message = `${shown(key)} ${what}${name ? `; did you mean ${shown(name)}?` : '.'}`
    const rename: Fix[] = name
      ? [{ title: `Rename to ${name}`, edits: [{ type: 'rename', path, key: name }] }]
      : []
    const fixes = isOpen ? rename : [...rename, remove(path), extension(path, key)]
    this.add('unknown-key', isOpen ? 'hint' : 'error', message, path, keyOf(member), fixes)
  }

  private badName(member: Member, object: ObjectType, path: Path): void {
    const { key } = member
    const fixes: Fix[] = []
    let message = `${shown(key)} is no name for ${article(object.name)}.`
    if (object.name === 'paths') {
      message = `A path begins with a slash: ${shown(`/${key}`)}.`
      fixes.push({ title: 'Add the slash', edits: [{ type: 'rename', path, key: `/${key}` }] })
    } else if (object.name === 'responses') {
      message = `${shown(key)} is no status code: three digits, a range such as “4XX”, or “default”.`
      if (/^[1-5]xx$/i.test(key))
        fixes.push({
          title: `Rename to ${key.toUpperCase()}`,
          edits: [{ type: 'rename', path, key: key.toUpperCase() }],
        })
    } else message = `${shown(key)}: names of components are letters, digits, dots, hyphens and underscores.`
    this.add('bad-name', 'error', message, path, keyOf(member), fixes)
  }

  private reference(node: MapNode, { value }: Member, object: ObjectType, path: Path): void {
    if (value.kind !== 'scalar' || typeof value.value !== 'string') {
      this.add('bad-reference', 'error', 'What “$ref” leads to is a text.', [...path, '$ref'], value)
      return
    }
    if (object.name === 'path' || (object.name === 'schema' && !(this.version & (V2 | V30)))) return
    for (const member of node.members) {
      if (member.key === '$ref' || member.key.startsWith('x-') || /^(summary|description)$/.test(member.key))
        continue
      const below = [...path, member.key]
      const message = `${shown(member.key)} counts for nothing beside “$ref” in ${versionName(this.version)}.`
      this.add('beside-reference', 'warning', message, below, keyOf(member), [remove(below)])
    }
  }

  private missing(node: MapNode, object: ObjectType, path: Path, at: Range): void {
    for (const [key, { required, type }] of Object.entries(object.fields)) {
      if (!(required & this.version) || node.members.some((member) => member.key === key)) continue
      const message = `${capital(article(object.name))} needs ${shown(key)}.`
      this.add('missing-key', 'error', message, path, at, [addition(path, key, beginning(type, key))])
    }
  }

  private duplicates(node: MapNode, path: Path): void {
    const seen = new Set<string>()
    for (const member of node.members) {
      if (seen.has(member.key))
        this.add(
          'duplicate-key',
          'error',
          `${shown(member.key)} is here twice; the last one counts.`,
          [...path, member.key],
          keyOf(member),
        )
      seen.add(member.key)
    }
  }

  private choice(node: Node, values: readonly string[], path: Path): void {
    if (node.kind !== 'scalar') return
    const text = typeof node.value === 'string' ? node.value : this.written(node)
    const allowed = values.filter((value) => valueVersions(path.at(-1), value) & this.version)
    if (!values.includes(text)) {
      const name = meant(text, allowed)
      const message = `${shown(text)} is none of ${listed(allowed)}.`
      const fixes = (name ? [name] : allowed.length <= 4 ? allowed : []).map((value) => put(path, value))
      this.add('bad-value', 'error', message, path, node, fixes)
    } else if (!allowed.includes(text)) {
      const message = `${shown(text)} is not of ${versionName(this.version)}: ${listed(allowed)}.`
      this.add('other-version', 'error', message, path, node)
    }
  }

  private mismatch(node: Node, shapes: readonly Shape[], path: Path, at: Range): void {
    const fixes: Fix[] = []
    const [first] = shapes
    if (node.kind === 'scalar' && (first?.is === 'string' || first?.is === 'one') && node.value !== null) {
      const text = this.written(node)
      if (first.is === 'one' && !first.values.includes(text)) {
        this.choice(node, first.values, path)
        return
      }
      fixes.push({ title: 'Make it a text', edits: [{ type: 'set', path, value: text }] })
    }
    if (node.kind === 'scalar' && first?.is === 'boolean' && /^(true|false)$/.test(String(node.value)))
      fixes.push({ title: 'Remove the quotes', edits: [{ type: 'set', path, value: node.value === 'true' }] })
    if (node.kind === 'scalar' && /^(number|integer)$/.test(first?.is ?? '') && isNumber(node.value))
      fixes.push({ title: 'Remove the quotes', edits: [{ type: 'set', path, value: Number(node.value) }] })
    const key = path.at(-1)
    const subject = typeof key === 'string' ? shown(key) : 'This'
    const message = `${subject} is ${kindOf(node)}, but must be ${shapes.map(wordOf).join(' or ')}.`
    this.add('wrong-type', 'error', message, path, at, fixes)
  }

  private written(node: ScalarNode): string {
    return digitsOf(node.value) === null ? String(node.value) : this.text.slice(node.from, node.to)
  }
}

function fits(shape: Shape, node: Node): boolean {
  if (shape.is === 'any') return true
  if (node.kind === 'map') return shape.is === 'object' || shape.is === 'map'
  if (node.kind === 'list') return shape.is === 'list'
  if (node.kind !== 'scalar') return true
  const digits = digitsOf(node.value)
  if (shape.is === 'string' || shape.is === 'one') return typeof node.value === 'string' && digits === null
  if (shape.is === 'number') return digits !== null
  if (shape.is === 'integer') return digits !== null && !/[.eE]/.test(digits)
  if (shape.is === 'boolean') return typeof node.value === 'boolean'
  return shape.is === 'null' && node.value === null
}

function isNumber(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(value)
}
