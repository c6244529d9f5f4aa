// Files as bytes: as they are in the working copy, and as they were last published.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { apiUrl, networkProblem, problemFromBody } from '../../shared/data/api.ts'
import { readExport } from '../../shared/data/exports.ts'
import { fetchAsCaller } from '../../shared/data/supabase.ts'
import type { StudioFile } from './model.ts'

/** A file as publishing would have it now. Throws ApiProblem. */
export async function readContent(
  projectId: number,
  branchSlug: string,
  { id, path }: Pick<StudioFile, 'id' | 'path'>,
): Promise<Blob> {
  const names = ['projects', encodeId('prj', projectId), 'branches', branchSlug, 'documents', id, 'content']
  const response = await fetchAsCaller(apiUrl(`/${names.map(encodeURIComponent).join('/')}`)).catch(() => {
    throw networkProblem()
  })
  if (!response.ok) throw problemFromBody(response.status, await response.json().catch(() => undefined))
  const content = await response.blob()
  // An image is shown from here: no browser guesses that one without a type is SVG.
  return /\.svg$/i.test(path) ? new Blob([content], { type: 'image/svg+xml' }) : content
}

/** The text of a file, as publishing would have it and as it was published; empty where it is not there. */
export async function readBoth(
  projectId: number,
  branchSlug: string,
  file: StudioFile,
): Promise<[string, string]> {
  const [before, now] = await Promise.all([
    file.published_path === null
      ? ''
      : readExport(projectId, { slug: branchSlug }, file.published_path, { kind: 'original' }).then(
          ({ content }) => content.text(),
        ),
    file.deleted_at !== null
      ? ''
      : readContent(projectId, branchSlug, file).then((content) => content.text()),
  ])
  return [plain(before), plain(now)]
}

/** As the editor has it: a mark and other line endings are no change of the text. */
function plain(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
}
