// Groups and projects, made by the owner as anybody would make them.
import { type DemoProject, GROUPS, PROJECTS } from './demo.ts'
import { contentOf, type Files, upload } from './files.ts'
import { handbook } from './handbook.ts'
import type { Place, Platform } from './platform.ts'
import { ensurePushes } from './pushes.ts'
import { ensureReleases, firstState } from './releases.ts'

/** Makes the groups that are missing; ids by name. */
export async function ensureGroups({ owner, workspaceId }: Place): Promise<Map<string, number>> {
  const held = await owner.select<{ id: number; name: string }>(
    `groups?select=id,name&workspace_id=eq.${workspaceId}`,
  )
  const ids = new Map(held.map(({ id, name }) => [name, id]))
  for (const { name, description, visibility, icon, icon_color } of GROUPS) {
    if (ids.has(name)) continue
    const made = await owner.rpc<{ id: number }>('create_group', {
      p_workspace_id: workspaceId,
      p_name: name,
      p_description: description,
      p_visibility: visibility,
      p_icon: icon,
      p_icon_color: icon_color,
    })
    ids.set(name, made.id)
  }
  return ids
}

/** Makes the projects that are missing, with what they begin with; ids by slug. */
export async function ensureProjects(
  place: Place,
  platform: Platform,
  groups: Map<string, number>,
  guestId: number,
): Promise<Map<string, number>> {
  const { owner, workspaceId } = place
  const held = await owner.select<{ id: number; slug: string }>(
    `projects?select=id,slug&workspace_id=eq.${workspaceId}`,
  )
  const ids = new Map(held.map(({ id, slug }) => [slug, id]))
  for (const project of PROJECTS) {
    const id = ids.get(project.slug) ?? (await createProject(place, platform, groups, project))
    ids.set(project.slug, id)
    if (project.pinned) await owner.rpc('pin_project', { p_project_id: id })
    if (project.shared)
      await owner.rpc('set_project_member', { p_project_id: id, p_user_id: guestId, p_role: 'guest' })
  }
  return ids
}

/** What has happened in the projects since, in all of them at once. */
export async function ensureHistories(
  place: Place,
  platform: Platform,
  projects: Map<string, number>,
): Promise<void> {
  await Promise.all(
    PROJECTS.map(async (project) => {
      const { releases, pushes, slug } = project
      const id = projects.get(slug) ?? 0
      if (releases) await ensureReleases(place, id, await filesOf(platform, project), releases)
      if (pushes) await ensurePushes(place, platform, id, await filesOf(platform, project), pushes)
    }),
  )
}

async function createProject(
  place: Place,
  platform: Platform,
  groups: Map<string, number>,
  project: DemoProject,
): Promise<number> {
  const { owner, workspaceId } = place
  const files = project.pushes ? new Map() : firstState(await filesOf(platform, project), project.releases)
  const made = await owner.rpc<{ project: { id: number } }>('create_project', {
    p_workspace_id: workspaceId,
    p_name: project.name,
    p_slug: project.slug,
    p_description: project.description,
    p_visibility: project.visibility,
    p_flavor: project.flavor,
    p_type: project.type,
    p_group_id: project.group ? (groups.get(project.group) ?? null) : null,
    p_icon_name: project.icon_name,
    p_icon_color: project.icon_color,
    p_uploads: await upload(owner, workspaceId, files),
  })
  return made.project.id
}

async function filesOf(platform: Platform, project: DemoProject): Promise<Files> {
  const files = project.folder === null ? handbook() : contentOf(project.folder)
  if (project.describesWaymark)
    files.set('reference/waymark.json', Buffer.from(await platform.ownDescription()))
  return files
}
