// The tag of GraphQL documents: gql.tada's types without its parser, which the browser has no use for.
import type { initGraphQLTada } from 'gql.tada'
import type { introspection } from './graphql-env.gen.d.ts'

interface Setup {
  introspection: introspection
  disableMasking: true
  scalars: {
    BigFloat: string
    BigInt: string
    Cursor: string
    Date: string
    Datetime: string
    JSON: string
    UUID: string
  }
}

type Tag = ReturnType<typeof initGraphQLTada<Setup>>

/** Writes a document; its type says what it takes and answers. */
export const graphql = ((text: string) => text) as unknown as Tag
