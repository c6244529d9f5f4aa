// The exposed schema as the type `Database`, in the shape that `supabase gen types typescript` gives and
// supabase-js reads. Ours, because the command line tool needs Docker for it.

import type { Catalog } from '../sql/catalog/catalog.ts'
import type { Column, Relation, Routine } from '../sql/catalog/types.ts'

const NUMBERS = ['smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric']
const STRINGS = [
  'text',
  'character varying',
  'character',
  'uuid',
  'date',
  'time without time zone',
  'time with time zone',
  'timestamp without time zone',
  'timestamp with time zone',
  'bytea',
  'name',
  'citext',
  'extensions.citext',
]

/** TypeScript source of `Database` for one schema; equal catalogs give equal texts. */
export function printDatabaseTypes(catalog: Catalog, schema: string): string {
  const relations = catalog.relations(schema).toSorted(byName)
  const tables = relations.filter(({ kind }) => kind === 'table')
  const views = relations.filter(({ kind }) => kind === 'view')
  const enums = [...catalog.graph.types.values()]
    .filter((type) => type.kind === 'enum' && type.schema === schema)
    .toSorted(byName)
  const composites = catalog.composites(schema).toSorted(byName)
  const types = new Types(schema, { tables, enums, composites })
  const members = [
    ...block(
      'Tables',
      tables.flatMap((table) => tableLines(catalog, table, types)),
    ),
    ...block(
      'Views',
      views.flatMap((view) => viewLines(catalog, view, types)),
    ),
    ...block('Functions', functionLines(catalog, schema, types)),
    ...block(
      'Enums',
      enums.map(({ name, labels }) => `${name}: ${union(labels)}`),
    ),
    ...block(
      'CompositeTypes',
      composites.flatMap((composite) => compositeLines(composite, types)),
    ),
  ]
  return `${[
    '// Written by `npm run gen:types`.',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]',
    '',
    'export type Database = {',
    ...block(schema, members).map((line) => `  ${line}`),
    '}',
  ].join('\n')}\n`
}

class Types {
  readonly #schema: string
  /** What stands for each type of the schema, by its name; a table's name is the type of its rows. */
  readonly #types: Map<string, string>

  constructor(
    schema: string,
    { tables, enums, composites }: Record<'tables' | 'enums' | 'composites', Named[]>,
  ) {
    const placed = (place: string, named: Named[], part = '') =>
      named.map(({ name }) => [name, `Database['${schema}']['${place}']['${name}']${part}`] as const)
    this.#schema = schema
    this.#types = new Map([
      ...placed('Tables', tables, "['Row']"),
      ...placed('Enums', enums),
      ...placed('CompositeTypes', composites),
    ])
  }

  /** TypeScript's type for one of Postgres's, as SQL spells it. */
  of(sqlType: string): string {
    if (sqlType.endsWith('[]')) return `${this.#element(sqlType.slice(0, -2))}[]`
    return this.#plain(sqlType)
  }

  #element(sqlType: string): string {
    const element = this.of(sqlType)
    return element.includes(' ') ? `(${element})` : element
  }

  #plain(sqlType: string): string {
    const bare = sqlType.replace(/\(.*?\)/, '')
    if (NUMBERS.includes(bare)) return 'number'
    if (STRINGS.includes(bare)) return 'string'
    if (bare === 'boolean') return 'boolean'
    if (bare === 'json' || bare === 'jsonb') return 'Json'
    if (bare === 'void') return 'undefined'
    return this.#types.get(bare.replace(`${this.#schema}.`, '')) ?? 'unknown'
  }
}

function tableLines(catalog: Catalog, table: Relation, types: Types): string[] {
  const facts = catalog.graph.tables.get(table.oid)
  const factOf = (column: Column) => facts?.columns.find(({ name }) => name === column.name)
  const columns = sortedColumns(table)
  const nullable = (column: Column) => `${types.of(column.baseType)}${column.nullable ? ' | null' : ''}`
  const written = (always: boolean) =>
    columns.map((column) => {
      if (factOf(column)?.generated) return `${column.name}?: never`
      const optional =
        always || column.nullable || column.defaultSql !== undefined || factOf(column)?.serial === true
      return `${column.name}${optional ? '?' : ''}: ${nullable(column)}`
    })
  return block(table.name, [
    ...block(
      'Row',
      columns.map((column) => `${column.name}: ${nullable(column)}`),
    ),
    ...block('Insert', written(false)),
    ...block('Update', written(true)),
    ...relationshipLines(catalog, table),
  ])
}

function viewLines(catalog: Catalog, view: Relation, types: Types): string[] {
  const columns = sortedColumns(view).map((column) => `${column.name}: ${types.of(column.baseType)} | null`)
  return block(view.name, [...block('Row', columns), ...relationshipLines(catalog, view)])
}

/** Postgres cannot say of an attribute that it is never null. */
function compositeLines(composite: Relation, types: Types): string[] {
  return block(
    composite.name,
    sortedColumns(composite).map((column) => `${column.name}: ${types.of(column.baseType)} | null`),
  )
}

/** The foreign keys that start at a relation: what typed embeds are resolved by. */
function relationshipLines(catalog: Catalog, relation: Relation): string[] {
  const own = catalog
    .relationships(relation)
    .filter(({ cardinality, to, toOne, from, columns, name }) => {
      if (to.kind !== 'table' || columns.length === 0 || !toOne) return false
      // A one-to-one is known from both sides; the foreign key is on one of them.
      return (
        cardinality === 'many-to-one' ||
        catalog.graph.keys.some((key) => key.name === name && key.from === from.oid)
      )
    })
    .toSorted(byName)
  const lines = own.map(({ name, columns, to, cardinality }) => {
    const pairs = (side: 0 | 1) => `[${columns.map((pair) => `'${pair[side]}'`).join(', ')}]`
    return `{ foreignKeyName: '${name}'; columns: ${pairs(0)}; isOneToOne: ${cardinality === 'one-to-one'}; referencedRelation: '${to.name}'; referencedColumns: ${pairs(1)} },`
  })
  return lines.length === 0
    ? ['Relationships: []']
    : ['Relationships: [', ...lines.map((line) => `  ${line}`), ']']
}

function functionLines(catalog: Catalog, schema: string, types: Types): string[] {
  const routines = catalog.allRoutines(schema).toSorted(byName)
  return (
    routines
      // A function of a row is a column of it; what takes unnamed arguments cannot be called by name.
      .filter(({ args }) => args.every(({ name }) => name !== ''))
      .filter(({ name }, index, all) => all[index - 1]?.name !== name)
      .flatMap((routine) => block(routine.name, routineLines(routine, schema, types)))
  )
}

function routineLines(routine: Routine, schema: string, types: Types): string[] {
  const args = routine.args
    .toSorted(byName)
    .map(({ name, required, sqlType }) => `${name}${required ? '' : '?'}: ${types.of(sqlType)}`)
  return [
    ...(args.length === 0 ? ['Args: never'] : block('Args', args)),
    `Returns: ${returnOf(routine, schema, types)}${routine.returnsSet ? '[]' : ''}`,
  ]
}

function returnOf({ returns, row, returnType }: Routine, schema: string, types: Types): string {
  if (returns !== 'composite' || !row) return types.of(returnType)
  if (row.oid && row.schema === schema && row.kind === 'table')
    return `Database['${schema}']['Tables']['${row.name}']['Row']`
  if (row.oid && row.schema === schema && row.kind === 'composite') return types.of(returnType)
  const columns = sortedColumns(row).map((column) => `${column.name}: ${types.of(column.baseType)}`)
  return `{ ${columns.join('; ')} }`
}

function sortedColumns(relation: Relation): Column[] {
  return [...relation.columns.values()].toSorted(byName)
}

function block(name: string, lines: string[]): string[] {
  if (lines.length === 0) return [`${name}: { [_ in never]: never }`]
  return [`${name}: {`, ...lines.map((line) => `  ${line}`), '}']
}

function union(labels: string[]): string {
  return labels.map((label) => `'${label}'`).join(' | ')
}

interface Named {
  name: string
}

function byName(a: Named, b: Named): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
