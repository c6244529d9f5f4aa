// Groups and projects, made by the owner as anybody would make them.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type DemoProject, GROUPS, PROJECTS } from './demo.ts'
import type { Platform, Session } from './platform.ts'

const CONTENT = join(import.meta.dirname, 'content')
const LONGEST_ANALYSIS_MS = 120_000

interface Place {
  owner: Session
  workspaceId: number
}

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

/** Makes the projects that are missing, queues their analysis, and waits until all of it is done. */
export async function ensureProjects(
  place: Place,
  platform: Platform,
  groups: Map<string, number>,
  guestId: number,
): Promise<void> {
  const { owner, workspaceId } = place
  const held = await owner.select<{ id: number; slug: string }>(
    `projects?select=id,slug&workspace_id=eq.${workspaceId}`,
  )
  const ids = new Map(held.map(({ id, slug }) => [slug, id]))
  for (const project of PROJECTS) {
    const id = ids.get(project.slug) ?? (await createProject(place, platform, groups, project))
    if (project.pinned) await owner.rpc('pin_project', { p_project_id: id })
    if (project.shared)
      await owner.rpc('set_project_member', { p_project_id: id, p_user_id: guestId, p_role: 'guest' })
  }
  await analysed(place)
}

async function createProject(
  place: Place,
  platform: Platform,
  groups: Map<string, number>,
  project: DemoProject,
): Promise<number> {
  const { owner, workspaceId } = place
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
    p_uploads: await upload(place, await filesOf(platform, project)),
  })
  return made.project.id
}

async function filesOf(platform: Platform, project: DemoProject): Promise<Map<string, Uint8Array>> {
  const root = join(CONTENT, project.folder)
  const files = new Map<string, Uint8Array>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(root, path).split(sep).join('/'), readFileSync(path))
  }
  if (project.describesWaymark)
    files.set('reference/waymark.json', Buffer.from(await platform.ownDescription()))
  return files
}

async function upload({ owner, workspaceId }: Place, files: Map<string, Uint8Array>) {
  const uploads: { path: string; object: string }[] = []
  for (const [path, content] of files) {
    const object = `${workspaceId}/${owner.authId}/${randomUUID()}`
    await owner.upload('uploads', object, content)
    uploads.push({ path, object })
  }
  return uploads
}

async function analysed({ owner, workspaceId }: Place): Promise<void> {
  const deadline = Date.now() + LONGEST_ANALYSIS_MS
  for (;;) {
    const tasks = await owner.select<{ status: string; payload: { error?: { message: string } } }>(
      `task_logs?select=status,payload&workspace_id=eq.${workspaceId}`,
    )
    const failed = tasks.find(({ status }) => status === 'failed')
    if (failed)
      throw new Error(`A demo project could not be imported: ${failed.payload.error?.message ?? 'no reason'}`)
    if (tasks.every(({ status }) => status === 'success')) return
    if (Date.now() > deadline) throw new Error('The demo projects were not imported within two minutes.')
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}
