import type { GraphQLOutputType } from 'graphql'
import type { FieldSource } from '../field-source.ts'

/** A field of an object type. */
export function field(type: GraphQLOutputType, source: FieldSource, description?: string) {
  return { type, extensions: { source }, ...(description !== undefined && { description }) }
}
