// Files as bytes: as they are in the working copy, and as they were last published.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { fetchBinary } from '../../shared/data/binary.ts'
import type { StudioFile } from './model.ts'

/** Which state of a file: as it is, as it was last published or pulled, or what the branch has where it moved under it. */
type State = 'now' | 'published' | 'branch'

/** A file as publishing would have it now, or in another state. Throws ApiProblem. */
export async function readContent(
  projectId: number,
  branchSlug: string,
  { id, path }: Pick<StudioFile, 'id' | 'path'>,
  of: State = 'now',
): Promise<Blob> {
  const content = await fetchFile(projectId, branchSlug, ['documents', id, 'content'], { of })
  // An image is shown from here: no browser guesses that one without a type is SVG.
  return /\.svg$/i.test(path) ? new Blob([content], { type: 'image/svg+xml' }) : content
}

/** The text of a file as it was published and as publishing would have it; empty where it is not there. */
export async function readBoth(
  projectId: number,
  branchSlug: string,
  file: StudioFile,
): Promise<[string, string]> {
  return Promise.all([
    file.hash === null ? '' : readText(projectId, branchSlug, file, 'published'),
    file.deleted_at !== null ? '' : readText(projectId, branchSlug, file, 'now'),
  ])
}

/** The text of a file in a state, as the editor has it. Throws ApiProblem. */
export async function readText(
  projectId: number,
  branchSlug: string,
  file: StudioFile,
  of: State,
): Promise<string> {
  return plain(await (await readContent(projectId, branchSlug, file, of)).text())
}

/** The text of a file in a published state. Throws ApiProblem. */
export async function readStateText(
  projectId: number,
  branchSlug: string,
  sha: string,
  path: string,
): Promise<string> {
  return plain(await (await fetchFile(projectId, branchSlug, ['commits', sha, 'content'], { path })).text())
}

async function fetchFile(
  projectId: number,
  branchSlug: string,
  below: string[],
  query: Record<string, string>,
): Promise<Blob> {
  const names = ['projects', encodeId('prj', projectId), 'branches', branchSlug, ...below]
  const address = `/${names.map(encodeURIComponent).join('/')}?${new URLSearchParams(query)}`
  return (await fetchBinary(address)).blob()
}

/** As the editor has it: a mark and other line endings are no change of the text. */
function plain(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
}
