import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { password } from '../../../../supabase/functions/_shared/domain/validation.ts'

/** E-mail address or username, and password. */
export const loginResolver = zodResolver(
  z.object({ identifier: z.string().trim().min(1, 'Required').max(255), password }),
)
