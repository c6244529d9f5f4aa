import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import {
  gatheringDescription,
  gatheringName,
  hexColour,
} from '../../../../supabase/functions/_shared/domain/validation.ts'

/** Name, description, visibility and look of a group; named as the database names them. */
const groupSchema = z.object({
  name: gatheringName,
  description: gatheringDescription,
  visibility: z.enum(['public', 'internal']),
  icon: z.string(),
  icon_color: hexColour,
})

export type GroupValues = z.infer<typeof groupSchema>

export const groupResolver = zodResolver(groupSchema)
