// Files of a branch as they are exported.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { fetchBinary } from './binary.ts'

export type ExportKind = 'original' | 'bundled' | 'dereferenced'

export interface ExportForm {
  kind: ExportKind
  format?: 'json' | 'yaml'
}

/** Reads a file of a branch in a form, or, without a path, all of them as a zip archive; its name as the server gives it. Throws ApiProblem. */
export async function readExport(
  projectId: number,
  branch: { slug: string },
  path: string | null,
  form: ExportForm,
) {
  const names = ['projects', encodeId('prj', projectId), 'branches', branch.slug, 'export']
  const query = new URLSearchParams({ ...(path === null ? {} : { path }), ...form })
  const response = await fetchBinary(`/${names.map(encodeURIComponent).join('/')}?${query}`)
  const named = /filename\*=UTF-8''(\S+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: decodeURIComponent(named ?? 'export'), content: await response.blob() }
}
