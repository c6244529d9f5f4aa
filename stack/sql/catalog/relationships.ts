import type { Junction, Relation, Relationship, Routine } from './types.ts'

/** A foreign key between two relations; views take part through the columns they show. */
export interface ForeignKey {
  name: string
  from: Relation
  to: Relation
  columns: [string, string][]
  /** The referencing columns are a key of their own: at most one row points to a target. */
  unique: boolean
}

/** All relationships by the origin's oid: foreign keys in both directions, many-to-many, computed. */
export function buildRelationships(
  keys: ForeignKey[],
  computed: { from: Relation; routine: Routine }[],
): Map<number, Relationship[]> {
  const all = [
    ...keys.flatMap(bothDirections),
    ...manyToMany(keys),
    ...computed.flatMap(computedRelationship),
  ]
  const byOrigin = new Map<number, Relationship[]>()
  for (const relationship of all) {
    const list = byOrigin.get(relationship.from.oid) ?? []
    list.push(relationship)
    byOrigin.set(relationship.from.oid, list)
  }
  return byOrigin
}

function bothDirections(key: ForeignKey): Relationship[] {
  const reversed = key.columns.map(([from, to]): [string, string] => [to, from])
  return [
    {
      cardinality: key.unique ? 'one-to-one' : 'many-to-one',
      name: key.name,
      from: key.from,
      to: key.to,
      columns: key.columns,
      toOne: true,
    },
    {
      cardinality: key.unique ? 'one-to-one' : 'one-to-many',
      name: key.name,
      from: key.to,
      to: key.from,
      columns: reversed,
      toOne: key.unique,
      reversed: true,
    },
  ]
}

/** PostgREST's rule: a junction's primary key holds the columns of both foreign keys. */
function manyToMany(keys: ForeignKey[]): Relationship[] {
  const found: Relationship[] = []
  for (const [junction, own] of Map.groupBy(keys, (key) => key.from)) {
    const primary = new Set(junction.primaryKey)
    const inside = own.filter((key) => key.columns.every(([column]) => primary.has(column)))
    for (const source of inside) {
      for (const target of inside) {
        if (source !== target && source.name !== target.name)
          found.push(throughJunction(junction, source, target))
      }
    }
  }
  return found
}

function throughJunction(relation: Relation, source: ForeignKey, target: ForeignKey): Relationship {
  const flip = (key: ForeignKey) => key.columns.map(([from, to]): [string, string] => [to, from])
  const junction: Junction = {
    relation,
    source: flip(source),
    target: flip(target),
    sourceConstraint: source.name,
    targetConstraint: target.name,
  }
  return {
    cardinality: 'many-to-many',
    name: relation.name,
    from: source.to,
    to: target.to,
    columns: [],
    toOne: false,
    junction,
  }
}

function computedRelationship({ from, routine }: { from: Relation; routine: Routine }): Relationship[] {
  if (!routine.row) return []
  const toOne = !routine.returnsSet || routine.estimatedRows === 1
  return [{ cardinality: 'computed', name: routine.name, from, to: routine.row, columns: [], toOne, routine }]
}
