// Which of several schemas a value belongs to: one of its properties says so.
import type { JsonSchema, SchemaLike } from '../model/types.ts'
import { isSchema, refName } from './flatten.ts'

/** The value of the discriminating property that stands for an alternative, where the mapping gives one. */
export function mappedValue(schema: JsonSchema, option: SchemaLike): string | undefined {
  return isSchema(option) && typeof option.$ref === 'string'
    ? valueNamed(schema, refName(option.$ref))
    : undefined
}

/** The value that the mapping of a schema gives to another, by the other's name. */
export function valueNamed({ discriminator }: JsonSchema, name: string): string | undefined {
  const mapping = isSchema(discriminator) && isSchema(discriminator.mapping) ? discriminator.mapping : {}
  return Object.keys(mapping).find((value) => refName(String(mapping[value])) === name)
}

/** The property that tells alternatives apart. */
export function discriminatorOf({ discriminator }: JsonSchema): string | undefined {
  const name = isSchema(discriminator) ? discriminator.propertyName : undefined
  return typeof name === 'string' ? name : undefined
}
