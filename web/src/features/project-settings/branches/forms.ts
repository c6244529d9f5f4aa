import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

/** The display name of a branch. */
export const branchResolver = zodResolver(
  z.object({ name: z.string().trim().min(1, 'Required').max(100, 'Must be no more than 100 characters') }),
)

/** The name of a branch at the Git host. */
export const trackResolver = zodResolver(z.object({ branch: z.string().trim().min(1, 'Required') }))
