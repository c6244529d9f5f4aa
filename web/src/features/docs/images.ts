// Images in a branch's files. A page cannot just name their address: it takes the reader's session or share link.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { apiUrl, networkProblem, problemFromBody } from '../../shared/data/api.ts'
import type { Query } from '../../shared/data/read.ts'
import { fetchAsCaller } from '../../shared/data/supabase.ts'
import { type BranchState, contentOf } from './queries.ts'

/** An image by its path in the branch; null when the branch has none there. */
export function imageQuery(
  projectId: number,
  branch: BranchState & { slug: string },
  path: string,
): Query<Blob | null> {
  const names = [
    'projects',
    encodeId('prj', projectId),
    'branches',
    branch.slug,
    'images',
    ...path.split('/'),
  ]
  const address = apiUrl(`/${names.map(encodeURIComponent).join('/')}`)
  return { key: ['docs-image', { ...contentOf(branch), path }], read: () => readImage(address) }
}

async function readImage(address: string): Promise<Blob | null> {
  const response = await fetchAsCaller(address).catch(() => {
    throw networkProblem()
  })
  if (response.status === 404) return null
  if (!response.ok) throw problemFromBody(response.status, await response.json().catch(() => undefined))
  return response.blob()
}
