import { DirectiveLocation, GraphQLDirective, GraphQLNonNull, GraphQLSchema } from 'graphql'
import type { RoleModel } from '../model/role.ts'
import { SCALARS } from '../model/scalars.ts'
import { buildMutation } from './mutation.ts'
import { buildQuery } from './query.ts'
import { TypeStore } from './type-store.ts'

// As pg_graphql describes them.
const DIRECTIVES = [
  directive('include', 'included only', 'Included when true'),
  directive('skip', 'skipped', 'Skipped when true'),
]

function directive(name: string, outcome: string, condition: string): GraphQLDirective {
  return new GraphQLDirective({
    name,
    description: `This field or fragment will be ${outcome} when the \`if\` argument is true.`,
    locations: [
      DirectiveLocation.FIELD,
      DirectiveLocation.FRAGMENT_SPREAD,
      DirectiveLocation.INLINE_FRAGMENT,
    ],
    args: { if: { type: new GraphQLNonNull(SCALARS.Boolean), description: condition } },
  })
}

/** The graphql-js schema of a role, with the sources that its answers come from. */
export function buildSchema(model: RoleModel): GraphQLSchema {
  const types = new TypeStore(model)
  const mutation = buildMutation(model, types)
  const schema = new GraphQLSchema({
    query: buildQuery(model, types),
    ...(mutation && { mutation }),
    types: types.listed(),
    directives: DIRECTIVES,
    // Names come from the database and are checked where they enter.
    assumeValid: true,
  })
  sortTypes(schema)
  return schema
}

/** Introspection lists types by name. */
function sortTypes(schema: GraphQLSchema): void {
  const types = schema.getTypeMap()
  for (const [name, type] of Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1))) {
    delete types[name]
    types[name] = type
  }
}
