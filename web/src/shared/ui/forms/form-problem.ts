import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiProblem, messageOf } from '../../data/api.ts'

/**
 * Puts a refusal where it belongs: on the fields it names (of those the form has), else on the form ('root').
 * The one place where the client turns problems into field errors.
 */
export function showProblem<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly FieldPath<T>[],
  fallback?: string,
): void {
  const named = error instanceof ApiProblem ? error.fields : []
  const placed = named.filter(({ field }) => fields.some((name) => name === field))
  for (const { field, message } of placed) setError(field as FieldPath<T>, { message }, { shouldFocus: true })
  if (placed.length === 0) setError('root', { message: messageOf(error, fallback) })
}

/** What the `email` field of a form says of a failure: the server's check of an address is stricter than the form's. */
export function addressProblem(error: unknown): string | null {
  const isInvalid = error instanceof ApiProblem && error.status === 422
  return isInvalid ? 'Please enter a valid email address.' : null
}
