import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import {
  email,
  password,
  personName,
  username,
} from '../../../../supabase/functions/_shared/domain/validation.ts'

/** Username, picture and names. */
const basicsSchema = z.object({
  username,
  avatarUrl: z
    .string()
    .trim()
    .min(1, 'Required')
    .pipe(z.url({ protocol: /^https?$/, error: 'Must be a valid URL' }).max(2000)),
  firstName: personName,
  lastName: personName,
})

export type BasicsValues = z.infer<typeof basicsSchema>

export const basicsResolver = zodResolver(basicsSchema)

export const emailResolver = zodResolver(z.object({ email }))

/** A new password typed twice; the current one only where there is one. Named as the server names them. */
function passwordSchema(hasPassword: boolean) {
  return z
    .object({
      current_password: hasPassword ? z.string().min(1, 'Required') : z.string().optional(),
      new_password: password,
      confirm: password,
    })
    .refine((values) => values.new_password === values.confirm, {
      path: ['confirm'],
      message: "Your passwords don't match, please double-check them.",
    })
}

/** For accounts that have a password. */
export const changePasswordResolver = zodResolver(passwordSchema(true))
/** For accounts that have none yet. */
export const firstPasswordResolver = zodResolver(passwordSchema(false))
