import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

const day = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)

/** The last day that a waiver may have, and the first; days are those of UTC. */
export const bounds = () => ({ min: day(0), max: day(365) })

/** Why something is waived, by whom and until when. */
export const waiverResolver = zodResolver(
  z.object({
    reason: z.string().trim().min(1, 'Say why').max(1000, 'Must be no more than 1,000 characters'),
    owner: z.string().min(1, 'Choose who answers for it'),
    until: z
      .string()
      .refine(
        (value) => value >= bounds().min && value <= bounds().max,
        'Choose a day within a year from now',
      ),
  }),
)
