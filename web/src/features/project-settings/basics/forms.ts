import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import {
  hexColour,
  projectName,
  projectSlug,
  tagline,
} from '../../../../../supabase/functions/_shared/domain/validation.ts'

/** The basics of a project, named as the database names them. `group` is a group's number, or '' for none. */
const basicsSchema = z.object({
  name: projectName.min(2, 'Must be at least two characters'),
  slug: projectSlug,
  description: tagline,
  icon_name: z.string(),
  icon_color: hexColour,
  is_design_library: z.boolean(),
  use_legacy_exporter: z.boolean(),
  group: z.string(),
})

export type BasicsValues = z.infer<typeof basicsSchema>

export const basicsResolver = zodResolver(basicsSchema)
