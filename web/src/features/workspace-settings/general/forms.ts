import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

/** The display name of a workspace. */
export const nameResolver = zodResolver(
  z.object({
    name: z
      .string()
      .trim()
      .min(1, 'Required')
      .min(2, 'Must be at least 2 characters')
      .max(20, 'Must be no more than 20 Characters'),
  }),
)
