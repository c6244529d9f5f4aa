import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql'
import type { Catalog } from '../sql/catalog/catalog.ts'
import { buildSchema } from './build/schema.ts'
import { buildModel } from './model/role.ts'

/** The schema a role sees of the exposed schemas; throws for a role that the catalog was not read for. */
export function schemaFor(catalog: Catalog, role: string, schemas = catalog.schemas): GraphQLSchema {
  if (!catalog.graph.roles.includes(role)) throw new Error(`The catalog knows no grants of role ${role}.`)
  return buildSchema(buildModel(catalog, role, schemas))
}

/** The same as SDL, sorted: equal schemas give equal texts. */
export function printSchemaFor(catalog: Catalog, role: string): string {
  return `${printSchema(lexicographicSortSchema(schemaFor(catalog, role)))}\n`
}
