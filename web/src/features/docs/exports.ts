// The file of a node, as it is exported. A page cannot just name its address: it takes the reader's session.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { apiUrl, networkProblem, problemFromBody } from '../../shared/data/api.ts'
import type { Query } from '../../shared/data/read.ts'
import { fetchAsCaller, supabase, unwrap } from '../../shared/data/supabase.ts'
import { type Branch, contentOf } from './queries.ts'

export type ExportKind = 'original' | 'bundled' | 'dereferenced'

export interface ExportForm {
  kind: ExportKind
  format?: 'json' | 'yaml'
}

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

/** Reads a file of a branch in a form; its name as the server gives it. Throws ApiProblem. */
export async function readExport(projectId: number, branch: Branch, path: string, form: ExportForm) {
  const names = ['projects', encodeId('prj', projectId), 'branches', branch.slug, 'export']
  const query = new URLSearchParams({ path, ...form })
  const address = apiUrl(`/${names.map(encodeURIComponent).join('/')}?${query}`)
  const response = await fetchAsCaller(address).catch(() => {
    throw networkProblem()
  })
  if (!response.ok) throw problemFromBody(response.status, await response.json().catch(() => undefined))
  const named = /filename\*=UTF-8''(\S+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: decodeURIComponent(named ?? 'export'), content: await response.blob() }
}
