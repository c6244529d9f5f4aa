import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { workspaceRoles } from '../../../../../supabase/functions/_shared/domain/roles.ts'

const domainPattern = /^@?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

/** An approved domain and the role it gives. */
export const domainResolver = zodResolver(
  z.object({
    domain: z.string().trim().min(1, 'Required').regex(domainPattern, 'Must be a valid domain name'),
    role: z.enum(workspaceRoles),
  }),
)
