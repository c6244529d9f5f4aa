// What a Git host has for the caller, asked by an integration of the workspace, and what is made of it.
import {
  type GitKind,
  gitCapabilities,
  isGitKind,
} from '../../../../../supabase/functions/_shared/domain/git-hosts.ts'
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import type { Connection } from '../../../shared/connections/queries.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { usePages, useRead } from '../../../shared/data/read.ts'
import type { BulkAnswer } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import type { ProjectInput } from '../queries.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    create_projects: BulkAnswer<string, { id: number; slug: string; job_id: string | null }>
  }
}

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

export interface Organization {
  slug: string
  external_id: string
  name: string
  allows_internal: boolean
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

interface HostPage<Item> {
  items: Item[]
  next: string | null
}

const mostPages = 20

const pathOf = ({ workspace_integration_id: id }: GitIntegration, rest: string) =>
  `/vcs-integrations/${encodeId('wkintg', id)}/${rest}`

/** What holds repositories at the host: all of it, for one chooses out of it. */
export function useOrganizations(integration: GitIntegration) {
  return useRead({
    key: ['git-organizations', { integration: integration.workspace_integration_id }],
    read: async () => {
      const found: Organization[] = []
      if (!gitCapabilities[integration.kind].organizations) return found
      let cursor: string | null = null
      for (let page = 0; page < mostPages; page++) {
        const query: string = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
        const { items, next }: HostPage<Organization> = await callAsMe(
          pathOf(integration, `organizations${query}`),
        )
        found.push(...items)
        cursor = next
        if (next === null) break
      }
      return found
    },
    // The host is asked, and counts it.
    retry: false,
  })
}

/** Repositories of an organisation (null: the caller's own), a page at a time. */
export function useRepositories(integration: GitIntegration, organization: string | null, search: string) {
  return usePages({
    key: ['git-repositories', { integration: integration.workspace_integration_id, organization, search }],
    read: (cursor: string | null) => {
      const query = new URLSearchParams()
      if (organization !== null) query.set('organization', organization)
      if (search) query.set('search', search)
      if (cursor !== null) query.set('cursor', cursor)
      return callAsMe<HostPage<HostRepository>>(pathOf(integration, `repositories?${query}`))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
}

/** The one repository at an address. */
export async function repositoryAt(integration: GitIntegration, url: string): Promise<HostRepository> {
  const query = new URLSearchParams({ url })
  const { items } = await callAsMe<HostPage<HostRepository>>(pathOf(integration, `repositories?${query}`))
  const [found] = items
  if (!found) throw new Error('A host that finds a repository answers it.')
  return found
}

export interface NewRepository {
  organization: string | null
  name: string
  slug: string
  visibility: string
}

/** Makes a repository at the host. */
export function createRepository(integration: GitIntegration, json: NewRepository) {
  return callAsMe<HostRepository>(pathOf(integration, 'repositories'), { method: 'POST', json })
}

/** What a project is to be made of, and how. */
export interface RepositoryProject {
  repository: HostRepository
  input: ProjectInput
  inviteCommitters: boolean
}

/** Makes projects of repositories, each for itself: one that is refused takes no other along. */
export async function createGitProjects(
  workspaceId: number,
  integration: GitIntegration,
  projects: readonly RepositoryProject[],
) {
  const drafts = projects.map(({ repository, input, inviteCommitters }) => ({
    name: input.name,
    visibility: input.visibility,
    flavor: input.flavour,
    type: 'vcs',
    group_id: input.groupId,
    icon_name: input.iconName,
    icon_color: input.iconColour,
    auto_invite_committers: inviteCommitters,
    repository: {
      workspace_integration_id: integration.workspace_integration_id,
      external_id: repository.external_id,
    },
  }))
  return (await rpc('create_projects', { p_workspace_id: workspaceId, p_projects: drafts })).results
}

/** Installs the webhook of a project at its host. */
export function installWebhook(integration: GitIntegration, projectId: number) {
  const json = { project_id: encodeId('prj', projectId) }
  return callAsMe<unknown>(pathOf(integration, 'webhooks'), { method: 'POST', json })
}
