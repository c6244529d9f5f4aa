// How often a schema is looked at for one value. Schemas in schemas multiply: forty pairs of alternatives in one another
// are 2^40 looks, each of which may leave a message in memory, and no worker ends in time.
import { type Fields, fieldsOf, isFields, textOf } from '../../_shared/pages/read.ts'

/** How deep values are held against a schema. */
export const mostValueDepth = 24
/** Of one value; a description that means more is not held against requests. */
export const mostVisits = 500

const same = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']
const below = [
  'items',
  'prefixItems',
  'additionalItems',
  'contains',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]

/** How many schemas see a value, or one within it, at most; Infinity where they are more than `mostVisits`. */
export class Visits {
  readonly #bundle: Fields
  readonly #known = new Map<object, number[]>()

  constructor(bundle: Fields) {
    this.#bundle = bundle
  }

  of(schema: unknown, depth = mostValueDepth): number {
    if (!isFields(schema)) return 1
    const known = this.#known.get(schema) ?? []
    this.#known.set(schema, known)
    known[depth] ??= this.#count(schema, depth)
    return known[depth]
  }

  #count(schema: Fields, depth: number): number {
    const here: Fields[] = []
    if (!this.#collect(schema, here)) return Number.POSITIVE_INFINITY
    if (depth === 0) return here.length
    let everywhere = 0
    const named = new Map<string, number>()
    for (const one of here) {
      for (const keyword of below)
        for (const child of childrenOf(one[keyword], keyword === 'patternProperties'))
          everywhere += this.of(child, depth - 1)
      for (const [name, child] of Object.entries(fieldsOf(one.properties)))
        named.set(name, (named.get(name) ?? 0) + this.of(child, depth - 1))
      if (everywhere > mostVisits) return Number.POSITIVE_INFINITY
    }
    const visits = Math.max(here.length, everywhere + Math.max(0, ...named.values()))
    return visits > mostVisits ? Number.POSITIVE_INFINITY : visits
  }

  // All that see the value itself, as often as they do; false where they are too many.
  #collect(value: unknown, here: Fields[]): boolean {
    if (!isFields(value)) return true
    if (here.push(value) > mostVisits) return false
    const key = textOf(value.$ref).slice('#/__bundled__/'.length)
    if (key !== '' && !this.#collect(this.#bundle[key], here)) return false
    return same.every((keyword) =>
      childrenOf(value[keyword], keyword === 'dependentSchemas').every((child) => this.#collect(child, here)),
    )
  }
}

function childrenOf(value: unknown, isNamed: boolean): unknown[] {
  if (Array.isArray(value)) return value
  return isNamed ? Object.values(fieldsOf(value)) : value === undefined ? [] : [value]
}

/** How many values a JSON value holds, itself included, and how deep; counts no further than `most`. */
export function sizeOf(value: unknown, most: number): { values: number; depth: number } {
  let values = 0
  let depth = 0
  const visit = (one: unknown, at: number): void => {
    depth = Math.max(depth, at)
    if (++values > most || at > mostValueDepth) return
    if (typeof one === 'object' && one !== null) for (const child of Object.values(one)) visit(child, at + 1)
  }
  visit(value, 0)
  return { values, depth }
}
