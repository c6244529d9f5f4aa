// The workspace whose host a request came to.
import { rpc } from '../db/rest.ts'
import type { WorkspaceSite } from '../domain/rows.ts'
import type { AppContext } from '../http/context.ts'
import { refusal } from '../http/problem.ts'
import { workspaceSlugOf } from '../http/workspace-host.ts'

declare module '../db/rest.ts' {
  interface Results {
    workspace_by_slug: WorkspaceSite | null
  }
}

/** The workspace of the request's host. Throws NOT_FOUND where there is none. */
export async function requireSite(c: AppContext): Promise<WorkspaceSite> {
  const slug = workspaceSlugOf(c)
  const site = slug === null ? null : await rpc(c, 'workspace_by_slug', { p_slug: slug })
  if (!site) throw refusal('NOT_FOUND', 'No workspace has this host.')
  return site
}
