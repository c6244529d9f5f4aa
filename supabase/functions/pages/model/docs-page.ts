// One page of documentation, as whoever asks may read it.
import { rpcExact } from '../../_shared/db/rest.ts'
import type { RowOf } from '../../_shared/domain/contract.ts'
import type { BranchNode, WorkspaceSite } from '../../_shared/domain/rows.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import type { DocsAddress } from './address.ts'

type DocsBranch = RowOf<'docs_branch', 'last_analyzed_at' | 'commit_hash'>

export type DocsProject = RowOf<
  'docs_project',
  'description' | 'icon_name' | 'icon_color' | 'default_branch_id',
  { branches: DocsBranch[] }
>

export type DocsPage = RowOf<
  'docs_page',
  'branch_id' | 'contents' | 'first_slug',
  { workspace: WorkspaceSite; project: DocsProject; node: BranchNode | null }
>

declare module '../../_shared/db/rest.ts' {
  interface Results {
    docs_page: DocsPage | null
  }
}

/** The page at an address, its branch's first one where the address names none; null where there is no such project. */
export async function readPage(c: AppContext, site: string, address: DocsAddress): Promise<DocsPage | null> {
  const page = await docsPage(c, site, address, address.slug)
  if (!page?.first_slug || page.node || address.slug !== null) return page
  return docsPage(c, site, address, page.first_slug)
}

function docsPage(c: AppContext, site: string, { project, branch }: DocsAddress, slug: string | null) {
  return rpcExact(c, 'docs_page', {
    p_workspace_slug: site,
    p_project_slug: project,
    p_branch_slug: branch,
    p_slug: slug,
  })
}
