import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { email } from '../../../../supabase/functions/_shared/domain/validation.ts'

export const billingEmailResolver = zodResolver(
  z.object({
    stripe_billing_email: z.string().trim().min(1, 'Billing contact email is required').pipe(email),
  }),
)
