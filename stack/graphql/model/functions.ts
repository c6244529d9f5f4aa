import type { GraphArgument, GraphFacts, GraphFunction } from '../../sql/graph/types.ts'
import { directiveOf, type SchemaSettings, textSetting } from './directives.ts'
import { columnName, functionName, isGraphName, lowerFirst } from './names.ts'
import type { TableModel } from './table.ts'
import type { ValueType, ValueTypes } from './value-types.ts'

export interface ArgumentModel {
  fact: GraphArgument
  name: string
  type: ValueType
}

export interface FunctionModel {
  fact: GraphFunction
  field: string
  description: string | undefined
  returns: ReturnModel
  args: ArgumentModel[]
  /** The table whose type the function extends; undefined for a field of Query or Mutation. */
  extends: TableModel | undefined
}

export type ReturnModel =
  | { kind: 'value'; type: ValueType }
  | { kind: 'row'; table: TableModel }
  | { kind: 'rows'; table: TableModel }

/** The arguments of every connection; a function cannot have one of the same name. */
export const CONNECTION_ARGUMENTS = ['first', 'last', 'before', 'after', 'offset', 'filter', 'orderBy']

/** The functions the role may call: as fields of Query and Mutation, and as fields of a table's type. */
export function buildFunctions(
  facts: GraphFacts,
  role: string,
  settings: Map<string, SchemaSettings>,
  types: ValueTypes,
  { tables, rows }: Pick<Scope, 'tables' | 'rows'>,
): FunctionModel[] {
  const counts = new Map<string, number>()
  for (const { name } of facts.functions) counts.set(name, (counts.get(name) ?? 0) + 1)
  return facts.functions.flatMap((fact) => {
    const own = settings.get(fact.schema)
    if (!own || !fact.executableBy.has(role)) return []
    const scope = { facts, settings: own, types, tables, rows }
    const extended = extendedTable(fact, scope)
    if (extended) return extension(fact, extended, scope)
    return counts.get(fact.name) === 1 ? rootFunction(fact, scope) : []
  })
}

interface Scope {
  facts: GraphFacts
  settings: SchemaSettings
  types: ValueTypes
  tables: Map<number, TableModel>
  /** The tables, and the views without a key. */
  rows: Map<number, TableModel>
}

function rowTable(oid: number, { facts, rows }: Scope): TableModel | undefined {
  const type = facts.types.get(oid)
  return type?.kind === 'composite' ? rows.get(type.relation) : undefined
}

/** A function of one row, such as `_full_name(account)`, extends its type, when the role may read the whole row that it takes. */
function extendedTable(fact: GraphFunction, scope: Scope): TableModel | undefined {
  const [only, ...more] = fact.args
  if (!only || more.length > 0) return undefined
  const table = rowTable(only.typeOid, scope)
  return table?.whole ? table : undefined
}

function extension(fact: GraphFunction, table: TableModel, scope: Scope): FunctionModel[] {
  const returns = returnOf(fact, scope, scope.rows)
  const named = nameOf(fact, scope)
  if (!returns || !isGraphName(named.field)) return []
  // A page needs a key to be ordered by.
  if (returns.kind === 'rows' && returns.table.key.length === 0) return []
  return [{ fact, ...named, returns, args: [], extends: table }]
}

function rootFunction(fact: GraphFunction, scope: Scope): FunctionModel[] {
  const returns = returnOf(fact, scope, scope.tables)
  const args = fact.args.map((arg) => argumentOf(arg, scope))
  const named = nameOf(fact, scope)
  if (!returns || fact.variadic || !isGraphName(named.field)) return []
  if (returns.kind === 'value' && !isPlain(returns.type, fact.returnType, scope)) return []
  if (!args.every((arg) => arg !== undefined)) return []
  const names = args.map((arg) => arg.name)
  if (new Set(names).size !== names.length) return []
  if (returns.kind === 'rows' && names.some((name) => CONNECTION_ARGUMENTS.includes(name))) return []
  return [{ fact, ...named, returns, args, extends: undefined }]
}

function nameOf(fact: GraphFunction, { settings }: Scope) {
  const directive = directiveOf(fact.comment)
  return {
    field: textSetting(directive, 'name') ?? functionName(fact.name, settings.inflect),
    description: textSetting(directive, 'description'),
  }
}

function returnOf(
  fact: GraphFunction,
  scope: Scope,
  tables: Map<number, TableModel>,
): ReturnModel | undefined {
  const type = scope.types.of(fact.returnType, scope.settings.baseTypes)
  if (!type) return undefined
  if (type.kind !== 'row') return fact.returnsSet ? undefined : { kind: 'value', type }
  const table = tables.get(type.relation)
  return table && { kind: fact.returnsSet && !fact.returnsOne ? 'rows' : 'row', table }
}

function argumentOf(fact: GraphArgument, scope: Scope): ArgumentModel | undefined {
  const type = scope.types.of(fact.typeOid, scope.settings.baseTypes)
  const name = lowerFirst(columnName(fact.name, scope.settings.inflect))
  if (!type || !isPlain(type, fact.typeOid, scope) || !isGraphName(name)) return undefined
  return { fact, name, type }
}

/** Enums of whatever schema and rows are neither taken nor returned by fields of Query and Mutation. */
function isPlain(type: ValueType, oid: number, { facts }: Scope): boolean {
  const scalar = type.kind === 'scalar' || (type.kind === 'list' && type.of.kind === 'scalar')
  return scalar && !isEnum(oid, facts)
}

function isEnum(oid: number, facts: GraphFacts): boolean {
  const type = facts.types.get(oid)
  if (type?.kind === 'array') return isEnum(type.element, facts)
  if (type?.kind === 'domain') return isEnum(type.base, facts)
  return type?.kind === 'enum'
}
