import { ApiProblem } from '../../data/api.ts'

/** What the `email` field of a form says of a failure: the server's check of an address is stricter than the form's. */
export function addressProblem(error: unknown): string | null {
  const isInvalid = error instanceof ApiProblem && error.status === 422
  return isInvalid ? 'Please enter a valid email address.' : null
}
