import type { Column } from '../../sql/catalog/types.ts'
import type { GraphFacts } from '../../sql/graph/types.ts'
import { directiveOf, keySettings, textSetting } from './directives.ts'
import { isGraphName, lowerFirst, withoutIdSuffix } from './names.ts'
import type { TableModel } from './table.ts'

/** A foreign key between two tables of the graph, a field on either side. */
export interface KeyModel {
  from: TableModel
  to: TableModel
  /** Pairs of [referencing, referenced] columns. */
  pairs: [Column, Column][]
  /** The field of the referencing table. */
  toOneField: string
  /** The field of the referenced table. */
  backField: string
  /** At most one row refers to another: the field back is singular. */
  unique: boolean
  /** The referencing columns are never null and the row they name can always be seen. */
  always: boolean
}

interface RawKey {
  from: number
  to: number
  columns: string[]
  targetColumns: string[]
  localName: string | undefined
  foreignName: string | undefined
}

/** The foreign keys of constraints and of comments whose columns the role may read. */
export function buildKeys(facts: GraphFacts, tables: Map<number, TableModel>): KeyModel[] {
  const constraints = facts.keys.map((key): RawKey => {
    const settings = directiveOf(key.comment)
    return {
      ...key,
      localName: textSetting(settings, 'local_name'),
      foreignName: textSetting(settings, 'foreign_name'),
    }
  })
  const declared = [...tables.values()].flatMap((table) => declaredKeys(table, tables))
  return [...constraints, ...declared].flatMap((key) => buildKey(key, tables))
}

function declaredKeys(table: TableModel, tables: Map<number, TableModel>): RawKey[] {
  return keySettings(directiveOf(table.fact.comment)).flatMap((setting) => {
    const target = [...tables.values()].find(
      ({ relation }) => relation.schema === setting.foreignSchema && relation.name === setting.foreignTable,
    )
    if (!target) return []
    return [
      {
        from: table.relation.oid,
        to: target.relation.oid,
        columns: setting.localColumns,
        targetColumns: setting.foreignColumns,
        localName: setting.localName,
        foreignName: setting.foreignName,
      },
    ]
  })
}

function buildKey(key: RawKey, tables: Map<number, TableModel>): KeyModel[] {
  const from = tables.get(key.from)
  const to = tables.get(key.to)
  if (!from || !to || key.columns.length === 0 || key.columns.length !== key.targetColumns.length) return []
  const own = readable(from, key.columns)
  const theirs = readable(to, key.targetColumns)
  if (!own || !theirs) return []
  const unique = from.fact.uniqueKeys.some((columns) => columns.every((name) => key.columns.includes(name)))
  const toOneField = key.foreignName ?? singularName(to, key.columns)
  const backField = key.localName ?? backName(from, key.targetColumns, unique)
  if (!isGraphName(toOneField) || !isGraphName(backField)) return []
  return [
    {
      from,
      to,
      pairs: own.map((column, index): [Column, Column] => [column, theirs[index] ?? column]),
      toOneField,
      backField,
      unique,
      always: !to.fact.secured && key.columns.some((name) => isNotNull(from, name)),
    },
  ]
}

function readable(table: TableModel, names: string[]): Column[] | undefined {
  const columns = names.map(
    (name) => table.columns.find(({ fact, selectable }) => fact.name === name && selectable)?.column,
  )
  return columns.every((column) => column !== undefined) ? columns : undefined
}

function isNotNull(table: TableModel, name: string): boolean {
  return table.columns.some(({ fact, notNull }) => fact.name === name && notNull)
}

/** `owner_id` → `owner`; without such a column, the other table's name. */
function singularName(target: TableModel, columns: string[]): string {
  const [only, ...more] = columns
  const stripped =
    only !== undefined && more.length === 0 ? withoutIdSuffix(only, target.settings.inflect) : undefined
  return stripped ?? lowerFirst(target.name)
}

function backName(from: TableModel, targetColumns: string[], unique: boolean): string {
  return unique ? singularName(from, targetColumns) : `${lowerFirst(from.name)}Collection`
}
