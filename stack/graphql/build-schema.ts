import { GraphQLSchema, specifiedDirectives } from 'graphql'
import { buildMutation } from './build-mutation.ts'
import { buildQuery } from './build-query.ts'
import { TypeStore } from './build-types.ts'
import type { RoleModel } from './model.ts'

/** The graphql-js schema of a role, with the sources that its answers come from. */
export function buildSchema(model: RoleModel): GraphQLSchema {
  const types = new TypeStore(model)
  const mutation = buildMutation(model, types)
  return new GraphQLSchema({
    query: buildQuery(model, types),
    ...(mutation && { mutation }),
    types: types.listed(),
    directives: specifiedDirectives.filter(({ name }) => name === 'include' || name === 'skip'),
    // Names come from the database and are checked where they enter.
    assumeValid: true,
  })
}
