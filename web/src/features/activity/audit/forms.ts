import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

/** Where the trail is sent. Whether the server may call it is for the server to say. */
export const webhookResolver = zodResolver(
  z.object({
    url: z
      .string()
      .trim()
      .min(1, 'Required')
      .max(2000, 'Must be no more than 2000 characters.')
      .refine(
        (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
        'Must be a valid URL.',
      ),
  }),
)
