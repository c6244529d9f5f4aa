import type { GraphQLArgument, GraphQLField, GraphQLSchema } from 'graphql'
import type { JsonField, RowValue } from '../../sql/tree-graph.ts'
import { coerce, literalValue, quotedList } from '../coerce.ts'
import { GraphError } from '../errors.ts'
import type { Input } from '../json.ts'
import type { TableModel } from '../model/table.ts'
import type { Scope, Selected } from '../selections.ts'

/** Given from above, because rows and pages hold each other. */
type PlanRow = (planner: Planner, table: TableModel, sets: Selected['sets']) => JsonField<RowValue>[]

/** What every step of planning needs: the schema and the document's names. */
export class Planner {
  readonly schema: GraphQLSchema
  readonly scope: Scope
  readonly #planRow: PlanRow

  constructor(schema: GraphQLSchema, scope: Scope, planRow: PlanRow) {
    this.schema = schema
    this.scope = scope
    this.#planRow = planRow
  }

  /** What is selected of one row. */
  row(table: TableModel, sets: Selected['sets']): ReturnType<PlanRow> {
    return this.#planRow(this, table, sets)
  }

  /** A field's arguments, checked against their types; throws for arguments the field does not take. */
  arguments(field: GraphQLField<unknown, unknown>, { node }: Selected): Record<string, Input> {
    const given = new Map((node.arguments ?? []).map((one) => [one.name.value, one.value]))
    const extra = [...given.keys()].filter((name) => !field.args.some((arg) => arg.name === name))
    if (extra.length > 0) throw new GraphError(`Input contains extra keys ${quotedList(extra)}`)
    const read = (arg: GraphQLArgument): Input => {
      const literal = given.get(arg.name)
      const value = literal && literalValue(literal, this.scope.variables)
      // Who reads the argument applies the default: Postgres, or the plan of a change.
      if (value === undefined && arg.defaultValue !== undefined) return undefined
      return coerce(arg.type, value)
    }
    return Object.fromEntries(field.args.map((arg) => [arg.name, read(arg)]))
  }
}
