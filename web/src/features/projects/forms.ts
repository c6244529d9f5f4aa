import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import {
  projectName,
  projectSlug,
  projectVisibility,
} from '../../../../supabase/functions/_shared/domain/validation.ts'

/** What is asked besides the file. `group` is a group's number, or '' for none. */
const importSchema = z.object({
  name: projectName,
  slug: projectSlug,
  visibility: projectVisibility,
  group: z.string(),
})

export type ImportValues = z.infer<typeof importSchema>

export const importResolver = zodResolver(importSchema)
