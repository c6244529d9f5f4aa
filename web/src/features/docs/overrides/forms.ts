import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

/** What is shown of a node; without a title or a summary it is that of the source. */
export const overrideResolver = zodResolver(
  z.object({
    scope: z.enum(['project', 'branch']),
    title: z.string().trim().max(500, 'Must be no more than 500 characters'),
    summary: z.string().trim().max(2000, 'Must be no more than 2,000 characters'),
    is_hidden: z.boolean(),
  }),
)
