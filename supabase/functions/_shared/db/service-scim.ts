// The service role's calls of identity providers (SCIM): each carries the token, which the database judges, and nothing else
// says whose workspace it is. Continues service.ts, the one module of the service role.
import type { RowOf } from '../domain/contract.ts'
import type { Json } from '../domain/database.gen.ts'
import { serviceCall as call } from './service.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_scim_caller: RowOf<'scim_caller'>
    svc_scim_user: StoredResource
    svc_scim_group: StoredResource
    svc_scim_users: StoredPage
    svc_scim_groups: StoredPage
    svc_save_scim_user: StoredResource
    svc_save_scim_group: StoredResource
  }
}

/** A resource as the database keeps it: attributes by their names, without addresses. */
export type StoredResource = Record<string, Json> & {
  id: string
  meta: { resourceType: string; created: string; lastModified: string; version: string }
}

export interface StoredPage {
  total: number
  resources: StoredResource[]
}

/** What a page is asked for with (public.svc_scim_users). */
export type StoredQuery = {
  path?: string
  vars?: Record<string, Json>
  exact?: Record<string, string>
  sort?: string
  descending?: boolean
  about_members?: boolean
  with_members?: boolean
  offset: number
  count: number
}

/** Whose token it is; counts so many operations of it. */
export const scimCaller = (token: string, weight: number) =>
  call('svc_scim_caller', { p_token: token, p_weight: weight })

/** Keeps a refused request for the workspace's admins. */
export const noteScimError = (token: string, request: string, status: number, detail: string) =>
  call('svc_note_scim_error', { p_token: token, p_request: request, p_status: status, p_detail: detail })

export const scimUser = (token: string, id: string) => call('svc_scim_user', { p_token: token, p_id: id })

export const scimGroup = (token: string, id: string, withMembers = true) =>
  call('svc_scim_group', { p_token: token, p_id: id, p_with_members: withMembers })

export const scimUsers = (token: string, query: StoredQuery) =>
  call('svc_scim_users', { p_token: token, p_query: { ...query } })

export const scimGroups = (token: string, query: StoredQuery) =>
  call('svc_scim_groups', { p_token: token, p_query: { ...query } })

interface Change {
  /** Null makes a new one. */
  id: string | null
  /** The versions of which it has to be one; null expects nothing. */
  expected: string[] | null
}

export const saveScimUser = (
  token: string,
  { id, expected }: Change,
  person: Record<string, Json>,
  client: string | null,
) =>
  call('svc_save_scim_user', {
    p_token: token,
    p_id: id,
    p_person: person,
    p_expected: expected,
    p_client: client,
  })

export const deleteScimUser = (token: string, id: string, expected: string[] | null, client: string | null) =>
  call('svc_delete_scim_user', { p_token: token, p_id: id, p_expected: expected, p_client: client })

export const saveScimGroup = (token: string, { id, expected }: Change, group: Record<string, Json>) =>
  call('svc_save_scim_group', { p_token: token, p_id: id, p_group: group, p_expected: expected })

export const deleteScimGroup = (token: string, id: string, expected: string[] | null) =>
  call('svc_delete_scim_group', { p_token: token, p_id: id, p_expected: expected })
