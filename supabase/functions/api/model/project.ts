// A project as rows hold it and as the API shows it.
import { z } from '@hono/zod-openapi'
import { asCaller, declaredRowsOf, rowsOf } from '../../_shared/db/rest.ts'
import type { RowOf } from '../../_shared/domain/contract.ts'
import type { Database } from '../../_shared/domain/database.gen.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import { iconName, projectFlavor, projectType, projectVisibility } from '../../_shared/domain/validation.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { refusal, refusalFor } from '../../_shared/http/problem.ts'

export interface ProjectRow
  extends Pick<
    Database['public']['Tables']['projects']['Row'],
    | 'id'
    | 'workspace_id'
    | 'group_id'
    | 'name'
    | 'slug'
    | 'description'
    | 'icon_name'
    | 'icon_color'
    | 'type'
    | 'flavor'
    | 'visibility'
    | 'is_design_library'
    | 'use_legacy_exporter'
    | 'auto_invite_committers'
    | 'default_branch_id'
    | 'created_at'
    | 'updated_at'
  > {
  type: z.infer<typeof projectType>
  flavor: z.infer<typeof projectFlavor>
  visibility: z.infer<typeof projectVisibility>
}

declare module '../../_shared/db/rest.ts' {
  interface Results {
    move_project: RowOf<'project_move'>
    project_workspace: RowOf<'project_workspace'> | null
  }
}

export const projectColumns = `
  id, workspace_id, group_id, name, slug, description, icon_name, icon_color, type, flavor, visibility,
  is_design_library, use_legacy_exporter, auto_invite_committers, default_branch_id, created_at, updated_at`

/** The icon as requests may name it. */
export const iconFields = {
  icon: iconName.optional().meta({ example: 'cabinet-filing' }),
  icon_name: iconName.optional().meta({ description: 'The same as `icon`, which goes before it.' }),
}

export const projectSchema = z
  .object({
    id: idSchema('prj'),
    workspace_id: idSchema('wk'),
    group_id: idSchema('grp').nullable(),
    name: z.string().meta({ example: 'To-dos' }),
    slug: z.string().meta({
      description: 'Unique within the workspace; part of the address of the docs.',
      example: 'todos',
    }),
    description: z.string().meta({ description: 'Tagline.', example: 'Everything we still have to do' }),
    icon_name: z.string().meta({ example: 'cabinet-filing' }),
    icon_color: z.string().meta({ example: '#7F8197' }),
    type: projectType.meta({ description: 'How content gets in.', example: 'web' }),
    flavor: projectFlavor.meta({ description: 'What the project is for.', example: 'design' }),
    visibility: projectVisibility.meta({
      description: '`internal`: the workspace; `private`: who was added; `public`: anyone.',
      example: 'internal',
    }),
    is_design_library: z.boolean(),
    use_legacy_exporter: z.boolean().meta({
      description:
        'Whether exports that nodes link to put what a reference leads to in its place, instead of bundling it.',
    }),
    auto_invite_committers: z.boolean().meta({
      description: 'Whether who pushes to its repository is invited as an editor.',
    }),
    default_branch_id: idSchema('br').nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Project' })

export type ProjectView = z.infer<typeof projectSchema>

/** A row as the API shows it: numbers become public identifiers. */
export function projectView(row: ProjectRow): ProjectView {
  return {
    id: encodeId('prj', row.id),
    workspace_id: encodeId('wk', row.workspace_id),
    group_id: row.group_id === null ? null : encodeId('grp', row.group_id),
    name: row.name,
    slug: row.slug,
    description: row.description,
    icon_name: row.icon_name,
    icon_color: row.icon_color,
    type: row.type,
    flavor: row.flavor,
    visibility: row.visibility,
    is_design_library: row.is_design_library,
    use_legacy_exporter: row.use_legacy_exporter,
    auto_invite_committers: row.auto_invite_committers,
    default_branch_id: row.default_branch_id === null ? null : encodeId('br', row.default_branch_id),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** A project that the caller may read; 404 otherwise. */
export async function readProject(c: AppContext, id: number): Promise<ProjectRow> {
  const row = declaredRowsOf<ProjectRow | null>(
    await asCaller(c).from('projects').select(projectColumns).eq('id', id).maybeSingle(),
  )
  if (!row) throw projectNotFound()
  return row
}

/** The project of a workspace that the caller reads, by its slug or one that it had before; 404 otherwise. */
export async function projectIdOf(c: AppContext, workspaceId: number, slug: string): Promise<number> {
  const [project] = rowsOf(
    await asCaller(c).from('projects').select('id').eq('workspace_id', workspaceId).eq('slug', slug),
  )
  if (project) return project.id
  const [before] = rowsOf(
    await asCaller(c)
      .from('project_slugs')
      .select('project_id')
      .eq('workspace_id', workspaceId)
      .eq('slug', slug),
  )
  if (!before) throw refusal('NOT_FOUND', 'There is no such project.')
  return before.project_id
}

/** The refusal for a project that does not exist for the caller. */
export function projectNotFound() {
  return refusalFor('project_not_found')
}
