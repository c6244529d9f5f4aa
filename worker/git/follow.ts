// Where a repository is now, which was renamed or moved: its host says, asked for the repository's id.
import { gitClient } from '../../supabase/functions/_shared/git/client.ts'
import type { GitRepository } from '../../supabase/functions/_shared/git/model.ts'
import type { GitFailure } from '../../supabase/functions/_shared/git/outcome.ts'
import type { Context } from '../context.ts'
import { RemoteError } from './failures.ts'
import type { Source } from './source.ts'

/** What another attempt may change. */
export const PASSING: GitFailure['reason'][] = ['rate_limited', 'unreachable', 'conflict', 'malformed']

/** Names that somebody else says the repository has; only where to look. */
export interface Hint {
  orgSlug?: string | null
  slug?: string | null
}

/**
 * Keeps where the host says that a project's repository is; whether that is another place than before. False where the
 * host has none of this id, or does not show it. Throws RemoteError where it may answer later.
 */
export async function follow(
  { db }: Pick<Context, 'db'>,
  projectId: string,
  { settings, access, repository }: Source,
  hint: Hint = {},
): Promise<boolean> {
  if (!access) return false
  // Hosts that know the id go by it, the others by the names; what they find there counts only with the same id.
  const found = await gitClient(settings, access).repository({
    ...repository,
    externalOrgSlug: hint.orgSlug || repository.externalOrgSlug,
    externalSlug: hint.slug || repository.externalSlug,
  })
  if (!found.ok && PASSING.includes(found.failure.reason))
    throw new RemoteError('later', found.failure.message)
  if (!found.ok || found.value.externalId !== repository.externalId) return false
  return keepPlace(db, projectId, found.value)
}

async function keepPlace(db: Context['db'], projectId: string, found: GitRepository): Promise<boolean> {
  const { rows } = await db.query<{ moved: boolean }>(
    `update public.project_repositories r
     set remote_url_http = $3, remote_url_ssh = $4, external_slug = $5, external_org_slug = $6
     from public.project_repositories before
     where r.project_id = $1 and r.external_id = $2 and private.is_repository_address($3) and before.project_id = r.project_id
       and (r.remote_url_http, r.external_slug, r.external_org_slug) is distinct from ($3, $5, $6)
     returning before.remote_url_http <> r.remote_url_http as moved`,
    [
      projectId,
      found.externalId,
      found.remoteUrlHttp,
      found.remoteUrlSsh,
      found.externalSlug,
      found.externalOrgSlug,
    ],
  )
  return rows[0]?.moved === true
}
