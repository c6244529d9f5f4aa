import type { FieldValues, FormState } from 'react-hook-form'

/**
 * Whether a form may be sent: it is valid, or only the server refused it, which trying again may mend.
 * react-hook-form counts a refusal of the whole form ('root') as invalid until something is typed.
 */
export function canSubmit<T extends FieldValues>({ isValid, errors }: FormState<T>): boolean {
  const names = Object.keys(errors)
  return isValid || (names.length === 1 && names[0] === 'root')
}
