// Arguments as their types want them. graphql-js's own coercion would do, but for its words: these are pg_graphql's.
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ValueNode,
} from 'graphql'
import { GraphError } from './errors.ts'
import { enumOf, inputSource } from './field-source.ts'
import { type Input, isObject } from './json.ts'

/** What a document's variables are worth. */
export type Variables = (name: string) => Input

/** A value as written in the document, with the variables put in. */
export function literalValue(node: ValueNode, variables: Variables): Input {
  switch (node.kind) {
    case Kind.NULL:
      return null
    case Kind.INT:
      return integer(node.value)
    case Kind.FLOAT:
      return Number(node.value)
    case Kind.BOOLEAN:
    case Kind.STRING:
    case Kind.ENUM:
      return node.value
    case Kind.LIST:
      return node.values.map((item) => literalValue(item, variables))
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map((field) => [field.name.value, literalValue(field.value, variables)]),
      )
    case Kind.VARIABLE:
      return variables(node.name.value)
  }
}

function integer(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** Checks a value against a type and returns what the database is to see; throws GraphError. */
export function coerce(type: GraphQLInputType, value: Input, maxLength?: number): Input {
  if (isNonNullType(type)) {
    const inner = coerce(type.ofType, value, maxLength)
    if (inner === null || inner === undefined) throw new GraphError('Invalid input for NonNull type')
    return inner
  }
  if (value === null || value === undefined) return value
  if (isListType(type)) {
    // A single value stands for a list of one.
    const items = Array.isArray(value) ? value : [value]
    return items.map((item) => coerce(type.ofType, item, maxLength))
  }
  if (isInputObjectType(type)) return coerceObject(type, value, maxLength)
  if (isEnumType(type)) return coerceEnum(type.name, labelsOf(type), value)
  return coerceScalar(type.name, value, maxLength)
}

function coerceObject(type: GraphQLInputObjectType, value: Input, maxLength?: number): Input {
  if (!isObject(value)) throw new GraphError(`Invalid input for ${type.name} type`)
  const fields = type.getFields()
  const extra = Object.keys(value).filter((key) => !Object.hasOwn(fields, key))
  if (extra.length > 0) {
    throw new GraphError(`Input for type ${type.name} contains extra keys ${quotedList(extra)}`)
  }
  const coerced = Object.entries(value).map(([key, item]): [string, Input] => {
    const field = fields[key]
    if (!field) throw new GraphError(`Invalid input for ${type.name} type`)
    return [key, coerce(field.type, item, lengthOf(field) ?? maxLength)]
  })
  return Object.fromEntries(coerced)
}

function lengthOf(field: Parameters<typeof inputSource>[0]): number | undefined {
  if (!field.extensions.source) return undefined
  const source = inputSource(field)
  return source.kind === 'column' ? source.column.fact.maxLength : undefined
}

/** `["a", "b"]`, as pg_graphql lists names. */
export function quotedList(names: string[]): string {
  return `[${names.map((name) => JSON.stringify(name)).join(', ')}]`
}

type EnumLabels = (shown: string) => string | undefined

function labelsOf(type: Parameters<typeof enumOf>[0] & { getValue(name: string): unknown }): EnumLabels {
  const model = enumOf(type)
  if (!model) return (shown) => (type.getValue(shown) ? shown : undefined)
  return (shown) => model.labels.find(([, label]) => label === shown)?.[0]
}

function coerceEnum(name: string, labels: EnumLabels, value: Input): Input {
  const label = typeof value === 'string' ? labels(value) : undefined
  if (label === undefined) throw new GraphError(`Invalid input for ${name} type`)
  return label
}

function coerceScalar(name: string, value: Input, maxLength: number | undefined): Input {
  if (!accepts(name, value)) {
    const hint = name === 'BigFloat' ? '. String required' : ''
    throw new GraphError(`Invalid input for ${name} type${hint}`)
  }
  if (name === 'String' && maxLength !== undefined && [...String(value)].length > maxLength) {
    throw new GraphError(`Invalid input for String type. Maximum character length ${maxLength}`)
  }
  return value
}

function accepts(name: string, value: Input): boolean {
  switch (name) {
    case 'Opaque':
      return true
    case 'Int':
      return typeof value === 'number' && Number.isSafeInteger(value)
    case 'Float':
      return typeof value === 'number' || typeof value === 'bigint'
    case 'BigInt':
      return ['string', 'number', 'bigint'].includes(typeof value)
    case 'Boolean':
      return typeof value === 'boolean'
    default:
      return typeof value === 'string'
  }
}
