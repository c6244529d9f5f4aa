import { apiCounts, openapiUsages, personas } from '../../../../supabase/functions/_shared/domain/survey.ts'
import type { Choice } from '../../shared/ui/forms/FormSelect.tsx'

export interface AccountValues {
  firstName: string
  lastName: string
  password?: string | undefined
  persona?: string | undefined
  number_of_apis?: string | undefined
  openapi_usage?: string | undefined
}

const labelled = (options: Record<string, string>): Choice[] =>
  Object.entries(options).map(([value, label]) => ({ value, label }))

/** The survey's questions of the account step. */
export const questions = [
  { name: 'persona', label: 'What is your role?', choices: labelled(personas) },
  {
    name: 'number_of_apis',
    label: 'How many APIs does your company have?',
    choices: apiCounts.map((value) => ({ value, label: value })),
  },
  { name: 'openapi_usage', label: 'Do you use OpenAPI today?', choices: labelled(openapiUsages) },
] as const satisfies { name: keyof AccountValues; label: string; choices: Choice[] }[]
