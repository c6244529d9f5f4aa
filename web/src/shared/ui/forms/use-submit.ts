import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useChange } from '../../data/change.ts'
import { showProblem } from './form-problem.ts'

interface Submit<Values extends FieldValues, Sent, Result>
  extends Omit<Parameters<typeof useChange<Sent, Result>>[0], 'failure'> {
  /** The fields of the form at which a refusal may be shown. */
  fields: readonly FieldPath<Values>[]
  /** What is said where the server has no words of its own. */
  fallback?: string
  /** Shows a failure in a way of the form's own; false leaves it to the fields. */
  onRefused?: (error: unknown, values: Sent) => boolean
}

/** Sends a form by `useChange`; what is refused is shown at the fields that the server names, else above the form. */
export function useSubmit<Values extends FieldValues, Sent, Result>(
  form: Pick<UseFormReturn<Values, unknown, Sent>, 'handleSubmit' | 'setError'>,
  { fields, fallback, onRefused, ...change }: Submit<Values, Sent, Result>,
) {
  const { mutateAsync } = useChange(change)
  return form.handleSubmit(async (values) => {
    await mutateAsync(values).catch((error: unknown) => {
      if (!onRefused?.(error, values)) showProblem(error, form.setError, fields, fallback)
    })
  })
}
