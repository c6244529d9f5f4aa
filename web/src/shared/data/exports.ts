// Files of a branch as they are exported.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { ApiProblem } from './api.ts'
import { fetchBinary } from './binary.ts'

export type ExportKind = 'original' | 'bundled' | 'dereferenced'

export interface ExportForm {
  kind: ExportKind
  format?: 'json' | 'yaml'
}

/** What is large is made in parts: how often it is asked for, a request taking up to half a minute. */
const mostAttempts = 20
const pauseMs = 2000

/**
 * Reads a file of a branch in a form, or, without a path, all of them as a zip archive; its name as the server gives it.
 * What is still being made is asked for again. Throws ApiProblem.
 */
export async function readExport(
  projectId: number,
  branch: { slug: string },
  path: string | null,
  form: ExportForm,
) {
  const names = ['projects', encodeId('prj', projectId), 'branches', branch.slug, 'export']
  const query = new URLSearchParams({ ...(path === null ? {} : { path }), ...form })
  const response = await whenMade(`/${names.map(encodeURIComponent).join('/')}?${query}`)
  const named = /filename\*=UTF-8''(\S+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: decodeURIComponent(named ?? 'export'), content: await response.blob() }
}

async function whenMade(address: string): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchBinary(address)
    } catch (error) {
      if (attempt >= mostAttempts || !(error instanceof ApiProblem) || error.status !== 503) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
