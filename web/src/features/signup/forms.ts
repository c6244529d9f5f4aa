// The wizard's rules, loaded behind its pages.
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import {
  companyName,
  confirmationCode,
  email,
  password,
  personName,
  workspaceSlug,
} from '../../../../supabase/functions/_shared/domain/validation.ts'

const answer = z.string().min(1, 'Required')

export const emailResolver = zodResolver(z.object({ email }))

export const nameResolver = zodResolver(z.object({ company: companyName, slug: workspaceSlug }))

/** Codes are pasted with spaces or dashes as often as not. */
export const codeResolver = zodResolver(
  z.object({ code: confirmationCode.transform((code) => code.replace(/[\s-]/g, '')) }),
)

/** What is not asked has no value and is not validated. */
export const accountResolver = zodResolver(
  z.object({
    firstName: personName,
    lastName: personName,
    password: password.optional(),
    persona: answer.optional(),
    number_of_apis: answer.optional(),
    openapi_usage: answer.optional(),
  }),
)
