// Job `follow_repository`: a webhook said that a repository was renamed or moved, or spoke of it by another name. Where
// it is now its host says; what the webhook said is only where to look.
import type { Task } from 'graphile-worker'
import type { Context } from '../context.ts'
import { follow } from '../git/follow.ts'
import { sourceIfAny } from '../git/source.ts'

interface Payload {
  project_id: number
  org_slug: string | null
  slug: string | null
}

/** The graphile-worker task; rejects to be retried where the host may answer later. */
export function followRepository(context: Context): Task {
  return async (payload) => {
    const { project_id: projectId, org_slug: orgSlug, slug } = payload as Payload
    const source = await sourceIfAny(context, String(projectId))
    if (!source?.access) {
      // The next analysis finds the repository gone, and waits for somebody who may ask where it is.
      context.log('warn', 'a repository moved, and nobody may ask its host where', { project: projectId })
      return
    }
    if (!(await follow(context, String(projectId), source, { orgSlug, slug }))) return
    context.log('info', 'a repository was followed to where it is now', { project: projectId })
    // What was read meanwhile may be of whoever has the old address by now.
    await context.db.query(
      `select private.queue_git_analysis(b.project_id, b.name, 'push', null, null)
       from public.branches b where b.project_id = $1 and b.is_default`,
      [projectId],
    )
  }
}
