// Style guides, and those that a project extends, as rows hold them and as the API shows them.
import { z } from '@hono/zod-openapi'
import { asCaller, rowsOf, rpc } from '../../_shared/db/rest.ts'
import type { RowOf } from '../../_shared/domain/contract.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import type { BulkAnswer } from '../../_shared/domain/rows.ts'
import { projectVisibility } from '../../_shared/domain/validation.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { idSchema } from '../../_shared/http/describe.ts'

export const styleGuidesSchema = z
  .object({
    extended_ssg_ids: z.array(idSchema('prj')).max(50).meta({
      description: 'The style guides in order: of two rules with one name the later guide’s holds.',
    }),
  })
  .meta({ id: 'ExtendedStyleGuides' })

/** The style guides of a project that the caller sees, in order. */
export async function readStyleGuides(
  c: AppContext,
  projectId: number,
): Promise<z.infer<typeof styleGuidesSchema>> {
  const rows = rowsOf<{ style_guide_project_id: number }[]>(
    await asCaller(c)
      .from('project_style_guides')
      .select('style_guide_project_id')
      .eq('project_id', projectId)
      .order('position')
      .order('style_guide_project_id'),
  )
  return { extended_ssg_ids: rows.map((row) => encodeId('prj', row.style_guide_project_id)) }
}

export const styleGuideSchema = z
  .object({
    id: idSchema('prj'),
    name: z.string().meta({ example: 'House style' }),
    slug: z.string().meta({ example: 'house-style' }),
    description: z.string(),
    color: z.string().meta({ example: '#2ea44e' }),
    presentation: z.object({ icon: z.string(), color: z.string() }),
    latest_release: z.string().nullable().meta({ example: '1.2.0' }),
    workspace: z.object({
      id: idSchema('wk'),
      slug: z.string().meta({ example: 'analytical-engines' }),
      domain: z.string().nullable(),
    }),
    visibility: projectVisibility,
    isDefault: z.boolean().meta({ description: 'Whether new projects of the workspace extend it.' }),
  })
  .meta({ id: 'StyleGuide', description: 'A project whose rules others of its workspace may extend.' })

declare module '../../_shared/db/rest.ts' {
  interface Results {
    list_style_guides: RowOf<'style_guide', 'workspace_domain' | 'latest_release'>[]
    enable_style_guide: BulkAnswer<number, unknown>
    disable_style_guide: BulkAnswer<number, unknown>
  }
}

interface StyleGuideQuery {
  p_workspace_id?: number
  p_visibility?: string
  p_is_default?: boolean
}

/** Style guides that the caller has a role in. */
export async function listStyleGuides(
  c: AppContext,
  query: StyleGuideQuery,
): Promise<z.infer<typeof styleGuideSchema>[]> {
  const guides = await rpc(c, 'list_style_guides', query)
  return guides.map((guide) => ({
    id: encodeId('prj', guide.id),
    name: guide.name,
    slug: guide.slug,
    description: guide.description,
    color: guide.icon_color,
    presentation: { icon: guide.icon_name, color: guide.icon_color },
    latest_release: guide.latest_release,
    workspace: {
      id: encodeId('wk', guide.workspace_id),
      slug: guide.workspace_slug,
      domain: guide.workspace_domain,
    },
    visibility: projectVisibility.parse(guide.visibility),
    isDefault: guide.is_default,
  }))
}
