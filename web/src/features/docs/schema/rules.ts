// What a schema demands beyond its fields: conditions, what the keys or some of the items must be.
import type { JsonSchema, SchemaLike } from '../model/types.ts'
import type { SchemaChild } from './child.ts'
import { isSchema, isSchemaLike } from './flatten.ts'

/** The rules of schemas that hold together, in words. */
export function rulesOf(schemas: readonly JsonSchema[], withNot: boolean): SchemaChild[] {
  return schemas.flatMap((schema, index) => [
    ...conditions(schema),
    ...dependencies(schema),
    ...rule('each key', schema.propertyNames),
    ...rule(`${someOf(schema)}`, schema.contains),
    ...rule('decoded content', schema.contentSchema),
    ...(withNot || index > 0 ? rule('must not be', schema.not) : []),
  ])
}

function rule(name: string, schema: unknown): SchemaChild[] {
  return isSchemaLike(schema) ? [{ name, kind: 'rule', schema, required: false }] : []
}

function conditions(schema: JsonSchema): SchemaChild[] {
  if (!isSchemaLike(schema.if)) return []
  const parts: [string, SchemaLike | unknown][] = [
    ['if', schema.if],
    ['then', schema.then],
    ['otherwise', schema.else],
  ]
  return parts.flatMap(([name, part]) => rule(name, part))
}

function dependencies({ dependentSchemas }: JsonSchema): SchemaChild[] {
  if (!isSchema(dependentSchemas)) return []
  return Object.entries(dependentSchemas).flatMap(([name, schema]) => rule(`with ${name}`, schema))
}

function someOf({ minContains, maxContains }: JsonSchema): string {
  const least = typeof minContains === 'number' ? minContains : 1
  const items = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`
  if (typeof maxContains !== 'number') return `at least ${items(least)}`
  if (least === 0) return `at most ${items(maxContains)}`
  return least === maxContains ? `exactly ${items(least)}` : `${least} to ${items(maxContains)}`
}
