// Job `follow_repository`: a webhook reported that a repository was renamed or moved. Where it is now its host says, asked for the
// repository's id; what the webhook reported is only where to look.
import type { Task } from 'graphile-worker'
import { gitClient } from '../../supabase/functions/_shared/git/client.ts'
import type { GitRepository } from '../../supabase/functions/_shared/git/model.ts'
import type { Context } from '../context.ts'
import { sourceIfAny } from '../git/source.ts'
import { PASSING } from './report-to-host.ts'

interface Payload {
  project_id: number
  org_slug: string | null
  slug: string | null
}

/** The graphile-worker task; rejects to be retried where the host may answer later. */
export function followRepository(context: Context): Task {
  return async (payload) => {
    const { project_id: projectId, org_slug, slug } = payload as Payload
    const source = await sourceIfAny(context, String(projectId))
    if (!source?.access) {
      context.log('warn', 'a repository moved, and nobody may ask its host where', { project: projectId })
      return
    }
    const { settings, access, repository } = source
    // Hosts that know the id go by it, the others by the new names; what they find there counts only with the same id.
    const found = await gitClient(settings, access).repository({
      ...repository,
      externalOrgSlug: org_slug || repository.externalOrgSlug,
      externalSlug: slug || repository.externalSlug,
    })
    if (found.ok && found.value.externalId === source.repository.externalId)
      await keepPlace(context, projectId, found.value)
    else if (!found.ok && PASSING.includes(found.failure.reason))
      throw new Error(`The Git host did not say where a repository is: ${found.failure.reason}`)
    else context.log('warn', 'a repository is not where a webhook said', { project: projectId })
  }
}

async function keepPlace({ db }: Context, projectId: number, found: GitRepository): Promise<void> {
  await db.query(
    `update public.project_repositories r
     set remote_url_http = $3, remote_url_ssh = $4, external_slug = $5, external_org_slug = $6
     where r.project_id = $1 and r.external_id = $2 and private.is_repository_address($3)`,
    [
      projectId,
      found.externalId,
      found.remoteUrlHttp,
      found.remoteUrlSsh,
      found.externalSlug,
      found.externalOrgSlug,
    ],
  )
}
