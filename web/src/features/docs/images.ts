// Images in a branch's files. A page cannot just name their address: it takes the reader's session or share link.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import type { Query } from '../../shared/data/read.ts'
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
  const address = `/${names.map(encodeURIComponent).join('/')}`
  return {
    key: ['docs-image', { ...contentOf(branch), path }],
    // Few pages have an image of their own: the others load without what reads one.
    read: () => import('./read-image.ts').then(({ readImage }) => readImage(address)),
  }
}
