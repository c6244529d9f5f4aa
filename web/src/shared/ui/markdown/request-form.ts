import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

const requestSchema = z.object({
  method: z.string(),
  url: z.string().trim().min(1, 'Required').regex(/^\S*$/, 'Must not contain spaces'),
  headers: z.array(
    z
      .object({ name: z.string().trim(), value: z.string() })
      .refine(({ name, value }) => name !== '' || value.trim() === '', {
        path: ['name'],
        message: 'Required',
      })
      .refine(({ name }) => /^[!#$%&'*+.^_`|~\w-]*$/.test(name), {
        path: ['name'],
        message: 'Must be a header name',
      }),
  ),
  body: z.string(),
})

export type RequestValues = z.infer<typeof requestSchema>

export const requestResolver = zodResolver(requestSchema)
