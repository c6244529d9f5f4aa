// What has changed between the last release and what is published now.
import { rpc } from '../../../shared/data/supabase.ts'
import { readStateText } from '../content.ts'
import type { TextFile } from '../language/protocol.ts'
import type { Release } from './queries.ts'

const compared = /\.(?:ya?ml|json|mdx?)$/i
/** More are not read to suggest a number. */
const mostFiles = 300

/** The texts of the state that a release named; null where they are not kept any more, or are too many. */
export async function releasedFiles(
  projectId: number,
  branchSlug: string,
  { branch_id, commit_hash }: Release,
): Promise<TextFile[] | null> {
  return commit_hash === null ? null : stateFiles(projectId, branchSlug, branch_id, commit_hash)
}

/** The texts of a state of a branch; null where they are not kept any more, or are too many. */
export async function stateFiles(
  projectId: number,
  branchSlug: string,
  branchId: number,
  sha: string,
): Promise<TextFile[] | null> {
  const files = await rpc('commit_files', { p_branch_id: branchId, p_sha: sha })
  const texts = files.filter(({ path }) => compared.test(path))
  if (files.length === 0 || texts.length > mostFiles) return null
  return Promise.all(
    texts.map(async ({ path }) => ({
      path,
      text: await readStateText(projectId, branchSlug, sha, path),
    })),
  )
}

/** The version that a description among the files says of itself. */
export function saidVersion(files: readonly TextFile[]): string | null {
  for (const { path, text } of files) {
    if (!/\.(?:ya?ml|json)$/i.test(path) || !/["']?(?:openapi|swagger)["']?\s*:/.test(text.slice(0, 2_000)))
      continue
    const found = /["']?version["']?\s*:\s*["']?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)["']?/.exec(
      text.slice(0, 20_000),
    )
    if (found?.[1]) return found[1]
  }
  return null
}
