import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { hexColour } from '../../../../supabase/functions/_shared/domain/validation.ts'

/** Name, description and presentation of a team. */
const teamSchema = z.object({
  name: z.string().trim().min(1, 'Required').max(100, 'Must be no more than 100 characters'),
  description: z.string().trim().max(300, 'Must be no more than 300 characters.'),
  icon: z.string(),
  color: hexColour,
})

export const teamResolver = zodResolver(teamSchema)
