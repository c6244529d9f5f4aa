// What the client knows of the database, out of the migrations: types of REST and rpc, and the GraphQL schema that a
// signed-in person sees.
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal'
import { type GraphQLSchema, introspectionFromSchema, lexicographicSortSchema } from 'graphql'
import { printSchemaFor, schemaFor } from '../graphql/print-schema.ts'
import { CatalogStore } from '../sql/catalog/store.ts'
import { printDatabaseTypes } from './database-types.ts'

const SCHEMA = 'public'
const ROLE = 'authenticated'

/** Paths of the generated files within the clone. */
export const GENERATED = {
  types: 'supabase/functions/_shared/domain/database.gen.ts',
  graphql: 'web/src/shared/data/schema.graphql',
  /** What gql.tada types documents by. */
  introspection: 'web/src/shared/data/graphql-env.gen.d.ts',
} as const

/** The texts for a migrated database; `adminUrl` reads its catalog. */
export async function generate(adminUrl: string): Promise<Record<keyof typeof GENERATED, string>> {
  const store = new CatalogStore(adminUrl, [SCHEMA])
  await store.start()
  try {
    return {
      types: printDatabaseTypes(store.current, SCHEMA),
      graphql: printSchemaFor(store.current, ROLE),
      introspection: introspectionTypes(schemaFor(store.current, ROLE)),
    }
  } finally {
    await store.close()
  }
}

function introspectionTypes(schema: GraphQLSchema): string {
  const introspection = introspectionFromSchema(lexicographicSortSchema(schema), { descriptions: false })
  const types = outputIntrospectionFile(minifyIntrospection(introspection), {
    fileType: '.d.ts',
    shouldPreprocess: true,
  })
  // What follows would make it every document's schema; ours is named where it is used.
  return types.slice(0, types.indexOf('import * as gqlTada'))
}
