// The style guides that a project extends, as rows hold them and as the API shows them.
import { z } from '@hono/zod-openapi'
import { asCaller, rowsOf } from '../../_shared/db/rest.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
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
