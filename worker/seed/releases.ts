// The past of a project that is written here: what it said at each release, imported, analysed and released in turn.
import { type Files, upload } from './files.ts'
import { edited } from './past.ts'
import type { Place } from './platform.ts'
import type { DemoRelease } from './story.ts'
import { analysed } from './waiting.ts'

/** What a project with these releases (the oldest first) begins with. */
export function firstState(files: Files, releases: readonly DemoRelease[] = []): Files {
  return stateAt(files, releases, 0)
}

function stateAt(files: Files, releases: readonly DemoRelease[], index: number): Files {
  return releases.slice(index).reduceRight((later, { before }) => edited(later, before), files)
}

/** Makes the releases that are missing; the content of the first one is there. */
export async function ensureReleases(
  { owner, workspaceId }: Place,
  projectId: number,
  files: Files,
  releases: readonly DemoRelease[],
): Promise<void> {
  const held = await owner.select<{ version: string }>(`releases?select=version&project_id=eq.${projectId}`)
  const made = new Set(held.map(({ version }) => version))
  for (const [index, { version, notes }] of releases.entries()) {
    if (made.has(version)) continue
    if (index > 0)
      await owner.rpc('import_files', {
        p_project_id: projectId,
        p_branch_slug: 'main',
        p_uploads: await upload(owner, workspaceId, stateAt(files, releases, index)),
      })
    await analysed(owner, `project_id=eq.${projectId}`)
    await owner.rpc('create_release', { p_project_id: projectId, p_version: version, p_notes: notes })
  }
}
