// From a document and its variables to the answer: every root field one statement, all in one transaction.
import type { GraphQLObjectType, OperationDefinitionNode } from 'graphql'
import type { Statement } from '../sql/compile/compile.ts'
import { compileGraphRoot } from '../sql/compile/graph.ts'
import type { Context, Sessions } from '../sql/session.ts'
import { literalValue, type Variables } from './coerce.ts'
import { type Prepared, prepare } from './document.ts'
import { GraphError, UnknownNameError, unknownField } from './errors.ts'
import { fieldSource } from './field-source.ts'
import { introspect } from './introspect.ts'
import { type Input, isObject } from './json.ts'
import type { Part, Planned } from './plan/planned.ts'
import { Planner } from './plan/planner.ts'
import { planRoot } from './plan/root.ts'
import { planRow } from './plan/row.ts'
import type { RoleSchema } from './role-schema.ts'
import { collect, type Selected } from './selections.ts'

export interface GraphRequest {
  query: string
  variables: Input
  operationName: string | undefined
  /** Equal for equal requests: the text it came as. */
  key: string
}

/** An answer on its way to becoming text: `data` is a JSON text. */
export interface GraphAnswer {
  data: string | null
  errors: string[]
}

/** Plans a request; throws GraphError when there is nothing to ask. */
export function plan(role: RoleSchema, request: GraphRequest): Planned {
  return role.plans.get(request.key, () => planAnew(role, request))
}

function planAnew(role: RoleSchema, request: GraphRequest): Planned {
  const given = request.variables ?? {}
  if (!isObject(given)) throw new GraphError('variables must be an object')
  const prepared = role.documents.get(request.query, () => prepare(request.query))
  const operation = chooseOperation(prepared, request.operationName)
  const scope = { fragments: prepared.fragments, variables: variablesOf(operation, given) }
  const planner = new Planner(role.schema, scope, planRow)
  const isQuery = operation.operation === 'query'
  const type = rootType(role, operation)
  if (!type)
    return { parts: [{ label: '', error: new UnknownNameError('Unknown type Mutation') }], readOnly: isQuery }
  const selections = collect([operation.selectionSet], type, scope)
  if (selections.length === 0) throw new GraphError('Selection set must not be empty')
  if (selections.length > role.rootFields)
    throw new GraphError(`Query asks for more than the maximum of ${role.rootFields} fields of its own`)
  const parts = selections.map((selected) =>
    attempt(selected.label, () =>
      isQuery && isIntrospection(selected)
        ? { label: selected.label, text: introspected(role, operation, selected, prepared, given) }
        : planPart(planner, type, selected),
    ),
  )
  // Queries answer what they can; a mutation does all or nothing.
  const refused = isQuery ? undefined : parts.find((part) => 'error' in part)
  // A function may count who calls it: as with upstream, whose queries never are transactions that only read.
  const readOnly = isQuery && !selections.some((selected) => isCall(type, selected))
  return { parts: refused ? [refused] : parts, readOnly }
}

function attempt(label: string, make: () => Part): Part {
  try {
    return make()
  } catch (error) {
    if (error instanceof GraphError) return { label, error }
    throw error
  }
}

/** Whether a refusal may be due to a catalog that is not the newest. */
export function missesName({ parts }: Planned): boolean {
  return parts.some((part) => 'error' in part && part.error instanceof UnknownNameError)
}

function chooseOperation({ operations }: Prepared, name: string | undefined): OperationDefinitionNode {
  const found =
    name === undefined && operations.length === 1
      ? operations[0]
      : operations.find((operation) => operation.name?.value === name)
  if (!found) throw new GraphError('Operation not found')
  return found
}

function variablesOf(operation: OperationDefinitionNode, given: { [name: string]: Input }): Variables {
  const defaults = new Map(
    (operation.variableDefinitions ?? []).map((one) => [one.variable.name.value, one.defaultValue]),
  )
  return (name) => {
    if (Object.hasOwn(given, name)) return given[name]
    const fallback = defaults.get(name)
    return fallback && literalValue(fallback, () => undefined)
  }
}

function rootType(
  { schema }: RoleSchema,
  { operation }: OperationDefinitionNode,
): GraphQLObjectType | null | undefined {
  if (operation === 'subscription') throw new GraphError('Subscriptions are not supported')
  return operation === 'query' ? schema.getQueryType() : schema.getMutationType()
}

function isCall(type: GraphQLObjectType, { node }: Selected): boolean {
  const field = type.getFields()[node.name.value]
  return field !== undefined && fieldSource(field).kind === 'function'
}

function isIntrospection({ node }: Selected): boolean {
  return node.name.value === '__schema' || node.name.value === '__type'
}

function introspected(
  role: RoleSchema,
  operation: OperationDefinitionNode,
  selected: Selected,
  prepared: Prepared,
  variables: Record<string, Input>,
): string {
  const shown = role.introspection()
  if (!shown) throw unknownField(selected.node.name.value, 'Query')
  return JSON.stringify(introspect(shown, operation, selected, prepared, variables))
}

function planPart(planner: Planner, type: GraphQLObjectType, selected: Selected): Part {
  const { label } = selected
  if (selected.node.name.value === '__typename') return { label, text: JSON.stringify(type.name) }
  const planned = planRoot(planner, type, selected)
  const statement = compileGraphRoot(planned.root)
  if (!('verb' in planned) || planned.atMost === undefined) return { label, statement }
  const { atMost, verb } = planned
  return {
    label,
    statement,
    check: (count) => {
      if (count > atMost) throw new GraphError(`${verb} impacts too many records`)
    },
  }
}

/** Asks the database and puts the answer together. Throws what Postgres raised, or GraphError. */
export async function run(sessions: Sessions, context: Context, { parts }: Planned): Promise<GraphAnswer> {
  const asked = parts.filter((part) => 'statement' in part)
  const rows = await ask(sessions, context, asked)
  const texts = new Map(asked.map((part, index) => [part, rows[index]?.[0]?.[0] ?? 'null']))
  const answered = parts.flatMap((part) => {
    if ('error' in part) return []
    const text = 'text' in part ? part.text : texts.get(part)
    return [`${JSON.stringify(part.label)}:${text}`]
  })
  const errors = parts.flatMap((part) => ('error' in part ? [part.error.message] : []))
  return { data: answered.length > 0 ? `{${answered.join(',')}}` : null, errors }
}

type Asked = Extract<Part, { statement: Statement }>

async function ask(sessions: Sessions, context: Context, asked: Asked[]) {
  if (asked.length === 0 && !context.before) return []
  const statements = asked.map(({ statement }) => statement)
  if (asked.every(({ check }) => check === undefined)) return sessions.run(context, statements)
  return sessions.run(context, statements, (results) => {
    for (const [index, part] of asked.entries()) part.check?.(Number(results[index]?.[0]?.[1] ?? 0))
  })
}
