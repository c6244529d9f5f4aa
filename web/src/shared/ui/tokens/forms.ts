import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

/** The name of a token. */
export const tokenResolver = zodResolver(
  z.object({
    name: z.string().trim().min(1, 'Required').max(200, 'Must be no more than 200 characters.'),
  }),
)
