// What somebody saw of what they change: so that nothing is replaced that nobody looked at.
import { z } from '@hono/zod-openapi'

/** A field of bodies that change something, beside those that say what. */
export const seenField = z
  .record(z.string().max(100), z.union([z.string().max(100_000), z.boolean(), z.null()]))
  .meta({
    description:
      'What the caller saw in the fields that are sent, by their names. Where one has another value by now, nothing is written: 409.',
    example: { name: 'Checkout' },
  })
