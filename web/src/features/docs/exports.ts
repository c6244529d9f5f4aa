// Which file a node stands in, so that it can be exported.
import type { Query } from '../../shared/data/read.ts'
import { supabase, unwrap } from '../../shared/data/supabase.ts'
import { type Branch, contentOf } from './queries.ts'

/** The path of the file that a node stands in; null for who may not list it. */
export function fileQuery(branch: Branch, uri: string): Query<string | null> {
  const parts = uri.split('/').slice(1, 40)
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return {
    key: ['docs-file', { ...contentOf(branch), uri }],
    read: async () => {
      const [file] = await unwrap(
        supabase.from('branch_files').select('path').eq('branch_id', branch.id).in('path', paths).limit(1),
      )
      return file?.path ?? null
    },
  }
}
