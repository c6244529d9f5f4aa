import type { GraphQLObjectType } from 'graphql'
import type { JsonField } from '../../sql/tree-graph.ts'
import { unknownField } from '../errors.ts'
import { type FieldSource, fieldSource } from '../field-source.ts'
import type { Input } from '../json.ts'
import { collect, type Selected } from '../selections.ts'
import type { Planner } from './planner.ts'

/** A constant of the answer: the name of a type. */
export interface Constant {
  kind: 'constant'
  text: string
}

/** Plans each selected field of a type from its source and arguments; `__typename` is the same everywhere. */
export function each<Value>(
  planner: Planner,
  type: GraphQLObjectType,
  sets: Selected['sets'],
  plan: (source: FieldSource, selected: Selected, args: Record<string, Input>) => Value,
): JsonField<Value | Constant>[] {
  const fields = type.getFields()
  return collect(sets, type, planner.scope).map((selected) => {
    const name = selected.node.name.value
    if (name === '__typename') return { label: selected.label, value: { kind: 'constant', text: type.name } }
    const field = fields[name]
    if (!field) throw unknownField(name, type.name)
    const args = planner.arguments(field, selected)
    return { label: selected.label, value: plan(fieldSource(field), selected, args) }
  })
}

/** An object type of the schema by its name. */
export function named({ schema }: Planner, name: string): GraphQLObjectType {
  return schema.getType(name) as GraphQLObjectType
}
