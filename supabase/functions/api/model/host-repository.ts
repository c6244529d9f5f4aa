// Organisations and repositories as a Git host lists them.
import { z } from '@hono/zod-openapi'
import { signedIn } from '../../_shared/auth/caller.ts'
import { rpc } from '../../_shared/db/rest.ts'
import { type HostRepositoryRow, keepHostRepositories } from '../../_shared/db/service-git.ts'
import type { GitRepository } from '../../_shared/git/model.ts'
import type { HostIntegration } from '../../_shared/git/settings.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { repositoryFields } from './repository.ts'

export const cursorQuery = z.object({
  cursor: z
    .string()
    .max(800)
    .optional()
    .meta({ description: 'Of the page before, which says it as `next`.' }),
})

export const nextField = {
  next: z
    .string()
    .nullable()
    .meta({ description: 'What to send as `cursor` for the next page; null on the last.' }),
}

export const visibility = z.enum(['public', 'internal', 'private'])

export const hostRepositorySchema = z
  .object({
    ...repositoryFields,
    default_branch: z.string().nullable().meta({ description: 'Null while it has no commit.' }),
    name: z.string().meta({ example: 'To-dos' }),
    description: z.string(),
    visibility,
    web_url: z.string(),
    added: z.boolean().meta({ description: 'Whether it is a project of the workspace already.' }),
  })
  .meta({ id: 'HostRepository' })

/**
 * What the host answered to the caller's own account, as the API shows it, with those marked that are projects already. It
 * is kept: a project is made from what the host said here, never from what a browser says of it.
 */
export async function hostRepositories(
  c: AppContext,
  integration: HostIntegration,
  found: GitRepository[],
): Promise<z.infer<typeof hostRepositorySchema>[]> {
  if (found.length === 0) return []
  await keepHostRepositories(signedIn(c).authId, integration, found.map(keptOf))
  const ids = found.map(({ externalId }) => externalId)
  const args = { p_integration_id: integration.id, p_external_ids: ids }
  const added = new Set(await rpc(c, 'added_repositories', args))
  return found.map((repository) => ({
    ...keptOf(repository),
    name: repository.name,
    description: repository.description,
    visibility: repository.visibility,
    web_url: repository.webUrl,
    added: added.has(repository.externalId),
  }))
}

function keptOf(repository: GitRepository): HostRepositoryRow {
  return {
    remote_url_http: repository.remoteUrlHttp,
    remote_url_ssh: repository.remoteUrlSsh,
    external_id: repository.externalId,
    external_slug: repository.externalSlug,
    external_org_slug: repository.externalOrgSlug,
    external_star_count: repository.externalStarCount,
    default_branch: repository.defaultBranch,
  }
}

/** Leads to the next page (RFC 8288). */
export function setNextLink(c: AppContext, path: string, next: string | null): void {
  if (next === null) return
  const query = new URL(c.req.url).searchParams
  query.set('cursor', next)
  c.header('Link', `<${path}?${query}>; rel="next"`)
}
