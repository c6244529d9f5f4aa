import { readBoth } from '../content.ts'
import type { TextFile } from '../language/protocol.ts'
import type { StudioFile } from '../model.ts'

/** The files as they were published last. What has not changed since is as it is now. */
export async function publishedFiles(
  projectId: number,
  branchSlug: string,
  files: readonly StudioFile[],
  now: readonly TextFile[],
): Promise<TextFile[]> {
  const texts = new Map(now.map(({ path, text }) => [path, text]))
  const found = await Promise.all(
    files.map(async (file): Promise<TextFile | null> => {
      if (file.kind !== 'text' || file.hash === null) return null
      const text = file.changed ? (await readBoth(projectId, branchSlug, file))[0] : texts.get(file.path)
      return text === undefined ? null : { path: file.published_path ?? file.path, text }
    }),
  )
  return found.filter((file) => file !== null)
}
