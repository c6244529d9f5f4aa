import { ambiguousRelationship, noRelationship } from '../../data-api/errors.ts'
import type { Catalog } from '../../sql/catalog/catalog.ts'
import type { Relation, Relationship } from '../../sql/catalog/types.ts'
import { mostSimilar } from '../similar.ts'

/** What `select` says about an embed. */
export interface Wanted {
  name: string
  hint: string | undefined
}

/**
 * The relationship that `origin?select=target!hint(…)` means, by PostgREST's rules.
 * Throws PGRST200 when there is none and PGRST201 when there are several.
 */
export function findRelationship(
  catalog: Catalog,
  schema: string,
  origin: Relation,
  wanted: Wanted,
): Relationship {
  const known = catalog.relationships(origin).filter((one) => one.to.schema === schema)
  const computed = known.find((one) => one.cardinality === 'computed' && one.name === wanted.name)
  if (computed) return computed
  const found = known.filter((one) => one.cardinality !== 'computed' && matches(one, wanted))
  const [first] = found
  if (!first)
    throw noRelationship(
      origin.name,
      wanted.name,
      wanted.hint,
      schema,
      hintFor(catalog, schema, origin, known, wanted),
    )
  if (found.length > 1)
    throw ambiguousRelationship(origin.name, wanted.name, found.toSorted(inUpstreamsOrder))
  return first
}

const CARDINALITIES = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'computed']

/** The order of PostgREST's schema cache: by target, cardinality, then the names of keys and columns. */
function inUpstreamsOrder(a: Relationship, b: Relationship): number {
  return (
    compare(a.to.name, b.to.name) ||
    CARDINALITIES.indexOf(a.cardinality) - CARDINALITIES.indexOf(b.cardinality) ||
    compare(keysOf(a), keysOf(b))
  )
}

function keysOf({ name, columns, junction }: Relationship): string {
  return [name, junction?.sourceConstraint, junction?.targetConstraint, ...columns.flat()].join('\n')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function matches(one: Relationship, wanted: Wanted): boolean {
  return one.from === one.to
    ? matchesSelf(one, wanted)
    : wanted.hint === undefined
      ? matchesName(one, wanted.name)
      : matchesHint(one, wanted.name, wanted.hint)
}

/** One key of a table to itself is two relationships: the table's name means its rows below, the column the one above. */
function matchesSelf(one: Relationship, { name, hint }: Wanted): boolean {
  if (one.cardinality === 'one-to-many')
    return name === one.to.name && (hint === undefined || ownColumn(one, 1) === hint || one.name === hint)
  if (hint === undefined) return ownColumn(one, 0) === name && one.cardinality === 'many-to-one'
  return false
}

function matchesName(one: Relationship, name: string): boolean {
  if (one.to.name === name) return true
  if (one.to.kind === 'view' || one.junction) return false
  return one.name === name || ownColumn(one, 0) === name
}

function matchesHint(one: Relationship, name: string, hint: string): boolean {
  if (one.to.name !== name) return false
  if (one.junction) return one.junction.relation.name === hint
  return one.name === hint || ownColumn(one, 0) === hint || ownColumn(one, 1) === hint
}

/** The column of a single-column key: 0 the origin's, 1 the target's. */
function ownColumn(one: Relationship, side: 0 | 1): string | undefined {
  return one.columns.length === 1 ? one.columns[0]?.[side] : undefined
}

/** The nearest target; for an origin without relationships, the nearest table that has some. */
function hintFor(
  catalog: Catalog,
  schema: string,
  origin: Relation,
  known: Relationship[],
  wanted: Wanted,
): string | null {
  const related = catalog.relations(schema).filter((one) => catalog.relationships(one).length > 0)
  const [unknown, candidates] =
    known.length > 0
      ? [wanted.name, known.map((one) => one.to.name)]
      : [origin.name, related.map((one) => one.name)]
  if (candidates.includes(unknown)) return null
  const near = mostSimilar(unknown, candidates)
  return near === undefined ? null : `Perhaps you meant '${near}' instead of '${unknown}'.`
}
