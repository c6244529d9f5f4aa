import { z } from 'zod'
import { apiCounts, openapiUsages, personas } from '../../../../supabase/functions/_shared/domain/survey.ts'
import { password, personName } from '../../../../supabase/functions/_shared/domain/validation.ts'
import type { Choice } from '../../shared/ui/forms/FormSelect.tsx'

const answer = z.string().min(1, 'Required')

export const accountSchema = z.object({
  firstName: personName,
  lastName: personName,
  password: password.optional(),
  persona: answer.optional(),
  number_of_apis: answer.optional(),
  openapi_usage: answer.optional(),
})

export type AccountValues = z.infer<typeof accountSchema>

const labelled = (options: Record<string, string>): Choice[] =>
  Object.entries(options).map(([value, label]) => ({ value, label }))

export const questions = [
  { name: 'persona', label: 'What is your role?', choices: labelled(personas) },
  {
    name: 'number_of_apis',
    label: 'How many APIs does your company have?',
    choices: apiCounts.map((value) => ({ value, label: value })),
  },
  { name: 'openapi_usage', label: 'Do you use OpenAPI today?', choices: labelled(openapiUsages) },
] as const satisfies { name: keyof AccountValues; label: string; choices: Choice[] }[]
