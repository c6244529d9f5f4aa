import { writeExactNumbers } from '../../../../../analysis/parse/exact-number.ts'

/** A value of a description as JSON, numbers with all the digits that their author wrote; '' where JSON has none. */
export function jsonText(value: unknown, indent?: number): string {
  return writeExactNumbers(JSON.stringify(value, null, indent) ?? '')
}
