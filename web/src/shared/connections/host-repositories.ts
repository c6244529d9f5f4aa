// What a Git host lists for the caller, asked by an integration of the workspace.
import { gitCapabilities } from '../../../../supabase/functions/_shared/domain/git-hosts.ts'
import { callAsMe } from '../data/as-me.ts'
import { usePages, useRead } from '../data/read.ts'
import { type GitIntegration, type HostPage, type HostRepository, hostPath } from './repositories.ts'

export interface Organization {
  slug: string
  external_id: string
  name: string
  /** Of one that was asked for alone; lists of hosts do not tell. */
  allows_internal: boolean
}

const mostPages = 20

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
          hostPath(integration, `organizations${query}`),
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

/** Whether an organisation may hold internal repositories; its host tells it of a single one alone, with its plan. */
export function useAllowsInternal(integration: GitIntegration, slug: string | null): boolean {
  const canHave = gitCapabilities[integration.kind].visibilities.includes('internal')
  const organization = useRead({
    // Of `git-organizations`, so that it is asked again once the account is connected anew.
    key: ['git-organizations', { integration: integration.workspace_integration_id, slug }],
    read:
      slug === null
        ? null
        : async () => {
            const path = hostPath(integration, `organizations?${new URLSearchParams({ slug })}`)
            return (await callAsMe<HostPage<Organization>>(path)).items[0]?.allows_internal ?? false
          },
    enabled: canHave && slug !== null,
    retry: false,
  })
  return canHave && slug !== null && organization.data === true
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
      return callAsMe<HostPage<HostRepository>>(hostPath(integration, `repositories?${query}`))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
}
