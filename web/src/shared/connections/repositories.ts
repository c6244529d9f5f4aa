// The repositories that a Git host has for the caller, asked by an integration of the workspace.
import { type GitKind, isGitKind } from '../../../../supabase/functions/_shared/domain/git-hosts.ts'
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { callAsMe } from '../data/as-me.ts'
import type { Connection } from './queries.ts'

/** An integration from which projects come. */
export interface GitIntegration extends Connection {
  kind: GitKind
}

/** Those of the integrations that are Git hosts, each once. */
export function gitIntegrationsOf(connections: readonly Connection[]): GitIntegration[] {
  const byId = new Map<number, GitIntegration>()
  for (const connection of connections) {
    const { workspace_integration_id: id, kind } = connection
    if (isGitKind(kind) && !byId.has(id)) byId.set(id, { ...connection, kind })
  }
  return [...byId.values()]
}

/** A repository as its host lists it; some hosts tell the default branch of a single one alone. */
export interface HostRepository {
  remote_url_http: string
  external_id: string
  external_slug: string
  external_org_slug: string
  default_branch: string | null
  name: string
  description: string
  web_url: string
  added: boolean
}

export interface HostPage<Item> {
  items: Item[]
  next: string | null
}

/** Where the API answers for an integration. */
export const hostPath = ({ workspace_integration_id: id }: GitIntegration, rest: string) =>
  `/vcs-integrations/${encodeId('wkintg', id)}/${rest}`

/** The one repository at an address. */
export async function repositoryAt(integration: GitIntegration, url: string): Promise<HostRepository> {
  const query = new URLSearchParams({ url })
  const { items } = await callAsMe<HostPage<HostRepository>>(hostPath(integration, `repositories?${query}`))
  const [found] = items
  if (!found) throw new Error('A host that finds a repository answers it.')
  return found
}

/** Installs the webhook of a project at its host. */
export function installWebhook(integration: GitIntegration, projectId: number) {
  const json = { project_id: encodeId('prj', projectId) }
  return callAsMe<unknown>(hostPath(integration, 'webhooks'), { method: 'POST', json })
}
