import type { GraphQLSchema } from 'graphql'
import { Recent } from '../recent.ts'
import type { Catalog } from '../sql/catalog/catalog.ts'
import { buildSchema } from './build/schema.ts'
import type { Prepared } from './document.ts'
import { LIMITS } from './limits.ts'
import { buildModel, type RoleModel } from './model/role.ts'
import type { Planned } from './plan/planned.ts'

/** The graph of one role, and what has been learnt about documents on it. */
export interface RoleSchema {
  schema: GraphQLSchema
  /** How many fields of the query itself one request may ask for. */
  rootFields: number
  /** By the document's text. */
  documents: Recent<Prepared>
  /** By the whole request: what a screen asks again and again needs no thought. */
  plans: Recent<Planned>
  /** What introspection may show; undefined where no schema allows it. */
  introspection: () => GraphQLSchema | undefined
}

const VISITOR = 'anon'

const built = new WeakMap<Catalog, Map<string, RoleSchema>>()

/** The graph of a role, built once for each catalog that is read. */
export function roleSchema(catalog: Catalog, role: string, schemas: string[]): RoleSchema {
  const roles = built.get(catalog) ?? new Map<string, RoleSchema>()
  built.set(catalog, roles)
  const known = roles.get(role)
  if (known) return known
  const made = build(buildModel(catalog, role, schemas), role)
  roles.set(role, made)
  return made
}

function build(model: RoleModel, role: string): RoleSchema {
  const schema = buildSchema(model)
  let shown: GraphQLSchema | undefined
  return {
    schema,
    rootFields: role === VISITOR ? LIMITS.visitorRootFields : LIMITS.fields,
    documents: new Recent(300, 8_192),
    plans: new Recent(200, 4_096),
    introspection: () => {
      if (!model.introspection) return undefined
      shown ??= showsAll(model) ? schema : buildSchema(visibleModel(model))
      return shown
    },
  }
}

function showsAll(model: RoleModel): boolean {
  return [...model.tables.values()].every(({ relation }) => model.introspects(relation.schema))
}

/** The model without the schemas that do not want to be asked about themselves. */
function visibleModel(model: RoleModel): RoleModel {
  const tables = new Map([...model.tables].filter(([, { relation }]) => model.introspects(relation.schema)))
  const isShown = (oid: number) => tables.has(oid)
  return {
    ...model,
    tables,
    keys: model.keys.filter(({ from, to }) => isShown(from.relation.oid) && isShown(to.relation.oid)),
    enums: model.enums.filter(({ schema }) => model.introspects(schema)),
    functions: model.functions.filter(
      ({ fact, returns }) =>
        model.introspects(fact.schema) &&
        (returns.kind === 'value' || model.introspects(returns.table.relation.schema)),
    ),
  }
}
