import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { email } from '../../../../supabase/functions/_shared/domain/validation.ts'
import { workspaceAddress } from './workspace-address.ts'

export const findResolver = zodResolver(z.object({ email }))

export const addressResolver = zodResolver(
  z.object({
    address: z.string().refine((text) => workspaceAddress(text) !== null, 'Invalid URL or Subdomain'),
  }),
)
