import type { GraphFacts, GraphType } from '../../sql/graph/types.ts'
import type { Rendering } from '../../sql/tree-graph.ts'
import { directiveOf, mappingsOf, textSetting } from './directives.ts'
import { typeName } from './names.ts'
import { type ScalarName, scalarOf } from './scalars.ts'

/** What a value of a Postgres type is in the graph. */
export type ValueType =
  | { kind: 'scalar'; name: ScalarName; oid: number; sqlName: string }
  | { kind: 'enum'; type: EnumModel }
  | { kind: 'list'; of: ValueType; oid: number }
  | { kind: 'row'; relation: number }

export interface EnumModel {
  name: string
  schema: string
  /** Pairs of what the database and what the graph calls a value. */
  labels: [sql: string, shown: string][]
  mapped: boolean
}

/** Gives Postgres's types their places in the graph of one role. */
export class ValueTypes {
  readonly #facts: GraphFacts
  readonly #role: string
  readonly #inflects: (schema: string) => boolean
  readonly enums = new Map<number, EnumModel>()

  constructor(facts: GraphFacts, role: string, inflects: (schema: string) => boolean) {
    this.#facts = facts
    this.#role = role
    this.#inflects = inflects
    for (const type of facts.types.values()) {
      if (type.kind === 'enum' && this.#sees(type)) this.enums.set(type.oid, this.#enumModel(type))
    }
  }

  /** The type of a value; undefined when the graph has no place for it. */
  of(oid: number, resolveDomains: boolean): ValueType | undefined {
    const type = this.#facts.types.get(oid)
    if (!type) return { kind: 'scalar', name: 'Opaque', oid, sqlName: '' }
    switch (type.kind) {
      case 'base':
        return { kind: 'scalar', name: scalarOf(type), oid, sqlName: type.name }
      case 'domain':
        if (resolveDomains) return this.of(type.base, true)
        return { kind: 'scalar', name: 'Opaque', oid, sqlName: type.name }
      case 'array': {
        const of = this.of(type.element, resolveDomains)
        return of?.kind === 'scalar' || of?.kind === 'enum' ? { kind: 'list', of, oid } : undefined
      }
      case 'enum': {
        const model = this.enums.get(oid)
        if (model) return { kind: 'enum', type: model }
        return { kind: 'scalar', name: 'Opaque', oid, sqlName: type.name }
      }
      case 'composite':
        return this.#facts.tables.has(type.relation) ? { kind: 'row', relation: type.relation } : undefined
      case 'pseudo':
        return undefined
    }
  }

  #sees(type: GraphType): boolean {
    const schema = this.#facts.schemas.get(type.schema)
    return (schema?.usableBy.has(this.#role) ?? false) && type.usableBy.has(this.#role)
  }

  #enumModel(type: GraphType): EnumModel {
    const settings = directiveOf(type.comment)
    const mappings = mappingsOf(settings)
    return {
      name: textSetting(settings, 'name') ?? typeName(type.name, this.#inflects(type.schema)),
      schema: type.schema,
      labels: type.labels.map((label) => [label, mappings.get(label) ?? label]),
      mapped: mappings.size > 0,
    }
  }
}

const TEXT = new Set([20, 1700])
const JSON_TEXT = new Set([114, 3802])
const TEXTS = new Set([199, 1016, 1231, 3807])

/** How a value's JSON differs from Postgres's own. */
export function renderingOf(type: ValueType): Rendering {
  if (type.kind === 'enum' && type.type.mapped) return { labels: type.type.labels }
  if (type.kind === 'list') return TEXTS.has(type.oid) ? 'texts' : 'plain'
  if (type.kind !== 'scalar') return 'plain'
  if (TEXT.has(type.oid)) return 'text'
  return JSON_TEXT.has(type.oid) ? 'json-text' : 'plain'
}
