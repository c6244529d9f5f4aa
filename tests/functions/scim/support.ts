// An identity provider at a workspace: its token, and requests as providers send them.
import { createHash, randomBytes } from 'node:crypto'
import type { HostResponse, StackInfo } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace, sql, type Workspace } from '../support/people.ts'

export interface Provider {
  workspace: Workspace
  token: string
  send(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<HostResponse>
}

/** A workspace that is connected to an identity provider. */
export async function aProvider(stack: StackInfo): Promise<Provider> {
  const workspace = await aWorkspace(stack)
  const token = `wmscim_${randomBytes(32).toString('base64url')}`
  await sql(
    stack,
    `with host as (select id from public.workspaces where slug = $1),
       connected as (insert into private.scim_connections (workspace_id) select id from host)
     insert into private.scim_tokens (workspace_id, token_hash, token_prefix) select id, $2, 'wmscim_' from host`,
    [workspace.slug, createHash('sha256').update(token).digest()],
  )
  const send: Provider['send'] = (method, path, json, headers = {}) =>
    call(stack, `/scim/v2${path}`, {
      method,
      token,
      ...(json === undefined ? {} : { json }),
      headers: { accept: 'application/scim+json', 'content-type': 'application/scim+json', ...headers },
    })
  return { workspace, token, send }
}

export interface Resource {
  id: string
  schemas: string[]
  userName?: string
  displayName?: string
  active?: boolean
  members?: { value: string }[]
  emails?: { value: string; type?: string; primary?: boolean }[]
  meta: { version: string; location: string; created: string; lastModified: string; resourceType: string }
  [name: string]: unknown
}

export interface List {
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: Resource[]
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const patchOf = (...Operations: unknown[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
