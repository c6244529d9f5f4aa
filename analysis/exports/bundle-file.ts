// A file with all that it refers to in other files of its branch: references lead into the file itself afterwards.
import type { Located, SourceDocument } from '../files/source-document.ts'
import { isObject, own, ownObject, ownString, pointerSegments } from '../json.ts'
import type { RefResolver } from '../refs.ts'
import { baseName } from '../text.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import type { Budget } from './budget.ts'
import { COMPONENTS, isMap, type Place, placeInList, placeUnder } from './grammar.ts'

// What has no place of its own is written out where it is referred to, in this many steps at most.
const MOST_INLINED = 50

interface Waiting {
  section: string
  name: string
  located: Located
  place: Place
}

/** One bundling of one file. */
export class FileBundler {
  private readonly home: SourceDocument
  private readonly resolver: RefResolver
  private readonly budget: Budget
  private readonly names = new Map<string, string>()
  private readonly taken = new Map<string, Set<string>>()
  private readonly moved = new Map<string, [string, JsonValue][]>()
  private readonly waiting: Waiting[] = []

  constructor(home: SourceDocument, resolver: RefResolver, budget: Budget) {
    this.home = home
    this.resolver = resolver
    this.budget = budget
  }

  /** The file, whole. What leads nowhere or out of the branch stays as its author wrote it. */
  bundled(): JsonValue {
    const start: Place = this.home.kind === 'json_schema' ? 'schema' : 'root'
    const root = this.copy({ document: this.home, value: this.home.root, pointer: '' }, start, 0, [])
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const { section, name, located, place } = next
      this.entriesOf(section).push([name, this.copy(located, place, 3, [])])
    }
    return isObject(root) ? this.withMoved(root) : root
  }

  private copy(from: Located, place: Place, depth: number, inlined: string[]): JsonValue {
    const { value } = from
    if (Array.isArray(value)) {
      this.budget.spend(2, depth)
      const inner = placeInList(place)
      return value.map((item) => this.copy({ ...from, value: item }, inner, depth + 1, inlined))
    }
    if (!isObject(value)) {
      this.budget.spend(typeof value === 'string' ? value.length + 2 : 6, depth)
      return value
    }
    if (place === 'discriminator') return this.discriminator(from, depth)
    const ref = place === 'opaque' ? undefined : ownString(value, '$ref')
    return ref === undefined
      ? this.object(from, place, depth, inlined)
      : this.reference(from, ref, place, depth, inlined)
  }

  private object(from: Located, place: Place, depth: number, inlined: string[]): JsonObject {
    return Object.fromEntries(
      Object.entries(from.value as JsonObject).map(([key, value]) => {
        this.budget.spend(key.length + 4, depth)
        return [key, this.copy({ ...from, value }, placeUnder(place, key), depth + 1, inlined)]
      }),
    )
  }

  private reference(from: Located, ref: string, place: Place, depth: number, inlined: string[]): JsonValue {
    const target = this.resolver.resolve(ref, from)
    if (!target) return this.object(from, place, depth, inlined)
    const isOurs = from.document === this.home && target.document === this.home && ref.startsWith('#')
    if (isOurs) return this.object(from, place, depth, inlined)
    const here = isMap(place) ? undefined : this.pointerFor(target, place)
    if (here === undefined) return this.inline(from, target, place, depth, inlined)
    // Behind a reference stand words on it, and keywords that hold as well.
    const copy = this.object(from, place, depth, inlined)
    return { ...copy, $ref: here }
  }

  private inline(from: Located, target: Located, place: Place, depth: number, inlined: string[]): JsonValue {
    const key = keyOf(target)
    if (inlined.includes(key) || inlined.length > MOST_INLINED)
      return this.object(from, place, depth, inlined)
    const copy = this.copy(target, place, depth, [...inlined, key])
    const { $ref: _, ...beside } = this.object(from, place, depth, inlined)
    return isObject(copy) ? { ...copy, ...beside } : copy
  }

  /** Names of schemas stay; addresses of schemas follow them. */
  private discriminator(from: Located, depth: number): JsonObject {
    const copy = this.object(from, 'opaque', depth, [])
    const mapping = ownObject(copy, 'mapping')
    if (!mapping) return copy
    const mapped = Object.entries(mapping).map(([name, to]): [string, JsonValue] => {
      const target = typeof to === 'string' && /[#/.]/.test(to) ? this.resolver.resolve(to, from) : null
      return [name, (target && this.pointerFor(target, 'schema')) || to]
    })
    return { ...copy, mapping: Object.fromEntries(mapped) }
  }

  /** Where a target is in the bundle; undefined where the format has no place for such a thing. */
  private pointerFor(target: Located, place: Place): string | undefined {
    if (target.document === this.home) return `#${encodeURI(target.pointer)}`
    const section = this.sectionFor(place)
    if (section === undefined) return undefined
    const key = `${section}\n${keyOf(target)}`
    let name = this.names.get(key)
    if (name === undefined) {
      name = this.freeName(section, target)
      this.names.set(key, name)
      this.waiting.push({ section, name, located: target, place })
    }
    return `#/${section}/${name}`
  }

  private sectionFor(place: Place): string | undefined {
    const { kind, root } = this.home
    if (kind === 'json_schema') {
      const isOld = isObject(root) && ownObject(root, 'definitions') && !ownObject(root, '$defs')
      return place === 'schema' ? (isOld ? 'definitions' : '$defs') : undefined
    }
    const section = COMPONENTS[place]
    if (kind !== 'openapi2') {
      if (section === undefined || (section === 'pathItems' && kind === 'openapi3.0')) return undefined
      return `components/${section}`
    }
    if (section === 'schemas') return 'definitions'
    return section === 'parameters' || section === 'responses' ? section : undefined
  }

  private freeName(section: string, { document, pointer }: Located): string {
    const taken = this.takenIn(section)
    const last = pointerSegments(pointer).at(-1) ?? baseName(document.path).replace(/\.[^.]*$/, '')
    const wanted = last.replaceAll(/[^\w.-]+/g, '_').slice(0, 100) || 'part'
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
    taken.add(name)
    return name
  }

  private takenIn(section: string): Set<string> {
    let taken = this.taken.get(section)
    if (!taken) {
      taken = new Set(Object.keys(objectAt(this.home.root, section.split('/')) ?? {}))
      this.taken.set(section, taken)
    }
    return taken
  }

  private entriesOf(section: string): [string, JsonValue][] {
    const entries = this.moved.get(section) ?? []
    this.moved.set(section, entries)
    return entries
  }

  private withMoved(root: JsonObject): JsonObject {
    let whole = root
    for (const [section, entries] of this.moved) whole = withEntries(whole, section.split('/'), entries)
    return whole
  }
}

function keyOf({ document, pointer }: Located): string {
  return `${document.path}\n${pointer}`
}

function objectAt(value: JsonValue, keys: string[]): JsonObject | undefined {
  let found: JsonValue | undefined = value
  for (const key of keys) found = isObject(found) ? own(found, key) : undefined
  return isObject(found) ? found : undefined
}

function withEntries(
  object: JsonObject,
  [key = '', ...rest]: string[],
  entries: [string, JsonValue][],
): JsonObject {
  const inner = ownObject(object, key) ?? {}
  const value =
    rest.length > 0 ? withEntries(inner, rest, entries) : { ...inner, ...Object.fromEntries(entries) }
  return { ...object, [key]: value }
}
