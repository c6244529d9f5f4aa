import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

const filled = z.string().trim().min(1, 'Field must not be empty.')

/** User name and key of a service account. */
export const credentialsResolver = zodResolver(
  z.object({
    username: filled.max(255, 'Must be no more than 255 characters'),
    key: filled.max(4000, 'Must be no more than 4,000 characters'),
  }),
)
