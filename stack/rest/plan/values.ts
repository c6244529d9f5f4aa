import { unknownColumn, unknownType } from '../../data-api/errors.ts'
import type { Catalog } from '../../sql/catalog/catalog.ts'
import type { Relation } from '../../sql/catalog/types.ts'
import type { Condition, Embed, Value } from '../../sql/tree.ts'
import type { FieldName, Filter, Logic } from '../parse/ast.ts'

/** Looks a column, or a function used as one, up in its relation, called `name` in what is thrown: Postgres's words. */
export function resolveValue(relation: Relation | undefined, field: FieldName, name = relation?.name): Value {
  const column = relation?.columns.get(field.name)
  if (column) return { kind: 'column', column, path: field.path }
  const routine = relation?.computed.get(field.name)
  if (routine) return { kind: 'computed', routine, path: field.path }
  throw unknownColumn(name ?? 'value', field.name)
}

/** The SQL spelling of a type the client names; throws when the catalog has none. */
export function resolveCast(catalog: Catalog, name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const type = catalog.castType(name)
  if (type === undefined) throw unknownType(name)
  return type
}

/** Turns parsed filters into conditions; a null test on an embed's name asks whether it has rows. */
export function resolveLogic(logic: Logic, rows: NamedRows): Condition {
  if (logic.kind === 'filter') return resolveFilter(logic, rows)
  return {
    kind: logic.kind,
    not: logic.not,
    terms: logic.terms.map((term) => resolveLogic(term, rows)),
  }
}

/** The rows that conditions are about: their relation, what it is called in errors, and what is embedded in it. */
export interface NamedRows {
  relation: Relation | undefined
  name: string | undefined
  embeds: NamedEmbed[]
}

export interface NamedEmbed {
  name: string
  embed: Embed
}

function resolveFilter({ field, not, operation }: Filter, { relation, name, embeds }: NamedRows): Condition {
  const embed = rowTest({ field, operation }, embeds)
  if (embed) return { kind: 'no-row', not, embed }
  const value = resolveValue(relation, field, name)
  const parser =
    value.kind === 'column' && value.path.length === 0 ? value.column.representation?.fromText : undefined
  switch (operation.kind) {
    case 'compare':
      return {
        kind: 'compare',
        not,
        value,
        operator: operation.operator,
        operand: operation.operand,
        ...(operation.quantifier && { quantifier: operation.quantifier }),
        ...(parser !== undefined && { parser }),
      }
    case 'in':
      return { kind: 'in', not, value, operands: operation.operands, ...(parser !== undefined && { parser }) }
    case 'is':
      return { kind: 'is', not, value, test: operation.test }
    case 'search':
      return {
        kind: 'search',
        not,
        value,
        reader: operation.reader,
        query: operation.query,
        ...(operation.language !== undefined && { language: operation.language }),
      }
  }
}

function rowTest(
  { field, operation }: Pick<Filter, 'field' | 'operation'>,
  embeds: NamedEmbed[],
): Embed | undefined {
  if (operation.kind !== 'is' || operation.test !== 'null' || field.path.length > 0) return undefined
  return embeds.find(({ name }) => name === field.name)?.embed
}
