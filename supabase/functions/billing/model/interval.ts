import { z } from '@hono/zod-openapi'

/** Months that are paid for at once. */
export const intervalSchema = z.union([z.literal(1), z.literal(12)])
