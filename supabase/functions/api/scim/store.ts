// What SCIM does with resources of a kind, for single requests and for bulk alike.
import {
  deleteScimGroup,
  deleteScimUser,
  type StoredQuery,
  type StoredResource,
  saveScimGroup,
  saveScimUser,
  scimGroup,
  scimGroups,
  scimUser,
  scimUsers,
} from '../../_shared/db/service-scim.ts'
import { scimErrorOf } from './errors.ts'
import { patched } from './patch.ts'
import { groupOf, personOf } from './person.ts'
import { groupKind, type ResourceKind, userKind } from './schema.ts'
import { readResource } from './values.ts'

const mostTries = 5

/** Who asks: the token, and the address for the trail. */
export interface Asker {
  token: string
  client: string | null
}

export interface Store {
  kind: ResourceKind
  get(asker: Asker, id: string, withMembers?: boolean): Promise<StoredResource>
  list(asker: Asker, query: StoredQuery): ReturnType<typeof scimUsers>
  create(asker: Asker, given: unknown): Promise<StoredResource>
  replace(asker: Asker, id: string, given: unknown, expected: string[] | null): Promise<StoredResource>
  /** Repeated where somebody else changes it meanwhile, unless a version is expected. */
  patch(asker: Asker, id: string, request: unknown, expected: string[] | null): Promise<StoredResource>
  remove(asker: Asker, id: string, expected: string[] | null): Promise<unknown>
}

type Save = (
  asker: Asker,
  id: string | null,
  resource: ReturnType<typeof readResource>,
  expected: string[] | null,
) => Promise<StoredResource>

function storeOf(kind: ResourceKind, save: Save, rest: Pick<Store, 'get' | 'list' | 'remove'>): Store {
  return {
    ...rest,
    kind,
    create: (asker, given) => save(asker, null, readResource(kind, given), null),
    replace: (asker, id, given, expected) => save(asker, id, readResource(kind, given), expected),
    async patch(asker, id, request, expected) {
      for (let tries = 1; ; tries++) {
        const before = await rest.get(asker, id)
        const after = await patched(kind, readResource(kind, before), request)
        try {
          return await save(asker, id, after, expected ?? [before.meta.version])
        } catch (error) {
          if (expected || tries === mostTries || scimErrorOf(error)?.status !== 412) throw error
        }
      }
    },
  }
}

export const users: Store = storeOf(
  userKind,
  ({ token, client }, id, resource, expected) =>
    saveScimUser(token, { id, expected }, personOf(resource), client),
  {
    get: ({ token }, id) => scimUser(token, id),
    list: ({ token }, query) => scimUsers(token, query),
    remove: ({ token, client }, id, expected) => deleteScimUser(token, id, expected, client),
  },
)

export const groups: Store = storeOf(
  groupKind,
  ({ token }, id, resource, expected) => saveScimGroup(token, { id, expected }, groupOf(resource)),
  {
    get: ({ token }, id, withMembers = true) => scimGroup(token, id, withMembers),
    list: ({ token }, query) => scimGroups(token, query),
    remove: ({ token }, id, expected) => deleteScimGroup(token, id, expected),
  },
)
