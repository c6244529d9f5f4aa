// What of others a workspace has its documentation load for visitors (docs/decisions/0198-tags-of-others.md).
import { firstPage } from '../../../shared/data/first-page.ts'
import type { Workspace } from '../../../shared/data/workspace.tsx'

export type Tags = Pick<
  Workspace,
  'name' | 'google_tag_manager' | 'localizejs' | 'show_userway' | 'disable_cookie_tracking'
>

/**
 * The tags of the page that the server sent; null where there are none. A page that it knew nothing of has a policy that
 * lets none in.
 */
export function tagsOfPage(): Tags | null {
  const site = firstPage<{ page?: { workspace: Tags } }>()?.page?.workspace
  return site && (site.google_tag_manager || site.localizejs || site.show_userway) ? site : null
}
