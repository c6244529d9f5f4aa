import { FILTERS, LIST_FILTERS } from './filters.ts'
import { isGraphName } from './names.ts'
import { SCALARS } from './scalars.ts'
import type { TableModel } from './table.ts'
import type { EnumModel, ValueTypes } from './value-types.ts'

const FIXED = [
  'Query',
  'Mutation',
  'Subscription',
  'Node',
  'PageInfo',
  'FilterIs',
  'OrderByDirection',
  ...Object.keys(SCALARS),
  ...Object.keys(FILTERS).map((name) => `${name}Filter`),
  ...LIST_FILTERS.map((name) => `${name}ListFilter`),
]

const SUFFIXES = [
  '',
  'Connection',
  'Edge',
  'Filter',
  'OrderBy',
  'InsertInput',
  'InsertResponse',
  'UpdateInput',
  'UpdateResponse',
  'DeleteResponse',
  'Aggregate',
  'SumAggregateResult',
  'AvgAggregateResult',
  'MinAggregateResult',
  'MaxAggregateResult',
]

/** The names of the types that a table brings. */
function tableTypeNames(name: string): string[] {
  return SUFFIXES.map((suffix) => `${name}${suffix}`)
}

/**
 * Every type needs a name of its own. Who comes first has it: fixed types, tables, enums, views without a key; a table
 * whose names are taken is left out, an enum shows as Opaque. `rows` are the tables and the views without a key.
 */
export function claimNames(
  candidates: TableModel[],
  types: ValueTypes,
): { tables: TableModel[]; rows: TableModel[]; enums: EnumModel[] } {
  const taken = new Set(FIXED)
  const claim = (names: string[]) => {
    if (names.some((name) => taken.has(name) || !isGraphName(name))) return false
    for (const name of names) taken.add(name)
    return true
  }
  const tables = candidates.filter(({ name, key }) => key.length > 0 && claim(tableTypeNames(name)))
  const refused = new Set<EnumModel>()
  for (const model of types.enums.values()) {
    if (!claim([model.name, `${model.name}Filter`])) refused.add(model)
  }
  const keyless = candidates.filter(({ name, key }) => key.length === 0 && claim([name]))
  const rows = [...tables, ...keyless]
  for (const column of rows.flatMap((table) => table.columns)) {
    if (column.type.kind === 'enum' && refused.has(column.type.type)) {
      column.type = { kind: 'scalar', name: 'Opaque', oid: column.fact.typeOid, sqlName: '' }
    }
  }
  return { tables, rows, enums: [...types.enums.values()].filter((model) => !refused.has(model)) }
}
