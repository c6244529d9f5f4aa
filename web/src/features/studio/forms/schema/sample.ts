// An example of what a schema says. The sampler gets a copy that is small by construction, for a description may refer
// to itself, or say a hundred million items.
import { isRecord, type Look } from '../binding/edits.ts'
import { pathOfReference } from '../binding/flavour.ts'

const mostSchemas = 400
const deepest = 8
const mostItems = 3
const longest = 100

type Schema = Record<string, unknown>

/** The schema with its references followed; undefined where it would go round in circles, or on and on. */
function shrunk(
  look: Look,
  schema: unknown,
  budget: { left: number },
  above: readonly string[],
): Schema | undefined {
  if (!isRecord(schema) || budget.left-- <= 0 || above.length > deepest) return undefined
  if (typeof schema.$ref === 'string') {
    const path = pathOfReference(schema.$ref)
    if (!path || above.includes(schema.$ref)) return undefined
    return shrunk(look, look(path), budget, [...above, schema.$ref])
  }
  const inner = (value: unknown) => shrunk(look, value, budget, [...above, ''])
  const many = (value: unknown) =>
    Array.isArray(value) ? value.flatMap((one) => inner(one) ?? []) : undefined
  const { properties, items, allOf, oneOf, anyOf, not: _not, additionalProperties: _more, ...own } = schema
  const clamp = (key: string, most: number) => {
    const value = own[key]
    if (typeof value === 'number' && value > most) own[key] = most
  }
  clamp('minItems', mostItems)
  clamp('minLength', longest)
  const members = isRecord(properties)
    ? Object.entries(properties).flatMap(([name, value]) => {
        const made = inner(value)
        return made ? [[name, made] as const] : []
      })
    : null
  const element = items === undefined ? undefined : inner(items)
  return {
    ...own,
    ...(members && { properties: Object.fromEntries(members) }),
    ...(element && { items: element }),
    ...(allOf !== undefined && { allOf: many(allOf) }),
    ...(oneOf !== undefined && { oneOf: many(oneOf)?.slice(0, 1) }),
    ...(anyOf !== undefined && { anyOf: many(anyOf)?.slice(0, 1) }),
  }
}

/** Makes an example value; null where none can be made. */
export async function exampleOf(look: Look, schema: unknown): Promise<{ value: unknown } | null> {
  const { sample } = await import('openapi-sampler')
  try {
    const small = shrunk(look, schema, { left: mostSchemas }, [])
    const value: unknown = small && sample(small, { quiet: true, maxSampleDepth: deepest + 4 })
    return value === undefined ? null : { value }
  } catch {
    return null
  }
}
