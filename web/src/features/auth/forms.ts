// The rules of the auth area's forms, loaded behind its pages.
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import {
  confirmationCode,
  email,
  password,
  personName,
} from '../../../../supabase/functions/_shared/domain/validation.ts'

const required = z.string().trim().min(1, 'Required').max(255, 'Must be no more than 255 characters')

/** Codes are pasted with spaces or dashes as often as not. */
const code = confirmationCode.transform((text) => text.replace(/[\s-]/g, ''))

const twice = (values: { password: string; confirm: string }) => values.password === values.confirm
const different = {
  path: ['confirm'],
  message: "Your passwords don't match, please double-check them.",
}

/** E-mail address or username, and password. */
export const loginResolver = zodResolver(z.object({ identifier: required, password }))

/** Name and password of a directory, which has rules of its own. */
export const basicResolver = zodResolver(
  z.object({ identifier: required, password: z.string().min(1, 'Required').max(1000) }),
)

export const emailResolver = zodResolver(z.object({ email }))

export const codeResolver = zodResolver(z.object({ code }))

export const signupResolver = zodResolver(z.object({ code, password }))

export const resetResolver = zodResolver(
  z.object({ email, code, password, confirm: z.string() }).refine(twice, different),
)

/** An invited person signs in, or says who they are: what is not asked stays empty. */
export const knownAccountResolver = zodResolver(
  z.object({ first_name: z.string(), last_name: z.string(), password }),
)

export const newAccountResolver = zodResolver(
  z.object({ first_name: personName, last_name: personName, password }),
)
