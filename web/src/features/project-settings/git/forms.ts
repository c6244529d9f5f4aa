import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

/** Where a repository is on the web. */
export const repositoryResolver = zodResolver(
  z.object({
    url: z
      .string()
      .trim()
      .regex(/^https?:\/\/[^/\s]+\/\S+$/, 'Must be a valid URL'),
  }),
)
