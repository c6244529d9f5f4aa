import { qualified } from '../sql-text.ts'
import type { ForeignKey } from './relationships.ts'
import type { ColumnRow, KeyRow, RelationRow, RepresentationRow } from './rows.ts'
import type { Column, Relation, RelationKind, Representation } from './types.ts'
import type { Origin } from './view-columns.ts'

// Bits of pg_relation_is_updatable.
const UPDATE = 4
const INSERT = 8
const DELETE = 16

// Of pg_class; whatever else has rows is a table to those who ask.
const KINDS: Record<string, RelationKind> = { v: 'view', m: 'view', c: 'composite' }

export interface LoadedRelations {
  byOid: Map<number, Relation>
  exposed: Relation[]
}

/** Relations with their columns; keys come later because views borrow them from tables. */
export function loadRelations(
  relations: RelationRow[],
  columns: ColumnRow[],
  casts: RepresentationRow[],
): LoadedRelations {
  const representations = byDomain(casts)
  const byOid = new Map<number, Relation>()
  const exposed: Relation[] = []
  for (const row of relations) {
    const relation = toRelation(row)
    byOid.set(relation.oid, relation)
    if (row.exposed) exposed.push(relation)
  }
  for (const row of columns) {
    const column = toColumn(row, representations.get(row.type))
    byOid.get(Number(row.relation))?.columns.set(row.name, column)
  }
  return { byOid, exposed }
}

function byDomain(casts: RepresentationRow[]): Map<string, Representation> {
  const representations = new Map<string, Representation>()
  for (const { domain, writes, format, schema, name } of casts) {
    const key = writes ? 'toJson' : format === 'json' ? 'fromJson' : 'fromText'
    representations.set(domain, { ...representations.get(domain), [key]: qualified({ schema, name }) })
  }
  return representations
}

function toRelation(row: RelationRow): Relation {
  return {
    oid: Number(row.oid),
    schema: row.schema,
    name: row.name,
    kind: KINDS[row.kind] ?? 'table',
    columns: new Map(),
    primaryKey: [],
    insertable: (row.updatable & INSERT) !== 0,
    updatable: (row.updatable & UPDATE) !== 0,
    deletable: (row.updatable & DELETE) !== 0,
    description: row.description ?? undefined,
    computed: new Map(),
  }
}

function toColumn(row: ColumnRow, representation: Representation | undefined): Column {
  return {
    name: row.name,
    position: row.position,
    sqlType: row.sql_type,
    baseType: row.base_type,
    nullable: row.nullable,
    defaultSql: row.default_sql ?? undefined,
    maxLength: row.max_length ?? undefined,
    enumValues: row.enum_values,
    description: row.description ?? undefined,
    representation,
  }
}

/** A relation that shows a table's columns: the table itself, or a view on it. */
interface Face {
  relation: Relation
  /** The names that show a column of the table; a view may have several, or none. */
  namesOf: (position: number) => string[]
}

/** Sets primary keys on tables and views and returns the foreign keys between all that is exposed. */
export function applyKeys(
  loaded: LoadedRelations,
  keys: KeyRow[],
  origins: Map<number, Map<number, Origin>>,
): ForeignKey[] {
  const faces = facesByTable(loaded, origins)
  const facesOf = (table: string) => faces.get(Number(table)) ?? []
  for (const key of keys) {
    if (key.type !== 'p') continue
    // A view on several tables has the keys of all of them.
    for (const { relation, ...face } of facesOf(key.relation))
      relation.primaryKey = [
        ...new Set([...relation.primaryKey, ...(combinations({ relation, ...face }, key.columns)[0] ?? [])]),
      ]
  }
  const unique = uniqueSets(keys)
  return keys
    .filter((key) => key.type === 'f')
    .flatMap((key) =>
      facesOf(key.relation).flatMap((from) =>
        facesOf(key.target).flatMap((to) =>
          foreignKey(key, from, to, unique.has(setKey(key.relation, key.columns))),
        ),
      ),
    )
}

function foreignKey(key: KeyRow, from: Face, to: Face, unique: boolean): ForeignKey[] {
  const targets = combinations(to, key.target_columns)
  return combinations(from, key.columns).flatMap((own) =>
    targets.map((other) => {
      const columns = own.map((column, index): [string, string] => [column, other[index] ?? ''])
      return { name: key.name, from: from.relation, to: to.relation, columns, unique }
    }),
  )
}

function facesByTable(
  loaded: LoadedRelations,
  origins: Map<number, Map<number, Origin>>,
): Map<number, Face[]> {
  const faces = new Map<number, Face[]>()
  const add = (table: number, face: Face) => faces.set(table, [...(faces.get(table) ?? []), face])
  for (const relation of loaded.exposed) {
    const byPosition = new Map(
      [...relation.columns.values()].map((column) => [column.position, [column.name]]),
    )
    const nameAt = (position: number) => byPosition.get(position) ?? []
    if (relation.kind === 'table') {
      add(relation.oid, { relation, namesOf: nameAt })
      continue
    }
    for (const [table, shown] of shownTables(origins.get(relation.oid) ?? new Map())) {
      add(table, { relation, namesOf: (position) => (shown.get(position) ?? []).flatMap(nameAt) })
    }
  }
  return faces
}

/** Of one view: by table, which positions of the view show a position of the table. */
function shownTables(columns: Map<number, Origin>): Map<number, Map<number, number[]>> {
  const tables = new Map<number, Map<number, number[]>>()
  for (const [position, origin] of columns) {
    const shown = tables.get(origin.relation) ?? new Map<number, number[]>()
    shown.set(origin.position, [...(shown.get(origin.position) ?? []), position])
    tables.set(origin.relation, shown)
  }
  return tables
}

/** Every way in which the relation shows the columns of a key, by their names. */
function combinations(face: Face, positions: number[]): string[][] {
  return positions.reduce<string[][]>(
    (ways, position) => ways.flatMap((way) => face.namesOf(position).map((name) => [...way, name])),
    [[]],
  )
}

function uniqueSets(keys: KeyRow[]): Set<string> {
  return new Set(keys.filter((key) => key.type !== 'f').map((key) => setKey(key.relation, key.columns)))
}

function setKey(relation: string, columns: number[]): string {
  return `${relation}:${columns.toSorted((a, b) => a - b).join(',')}`
}
