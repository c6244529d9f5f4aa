// JSON that costs what its length lets expect: a body of nothing but brackets becomes millions of values, and whoever parses
// it answers nobody else meanwhile.

import { JsonBounds } from '../../_shared/domain/json-bounds.ts'
import { refusal } from '../../_shared/http/problem.ts'

/** Whether a text holds no more values than what is sent ever does; so long ones are judged by their letters alone. */
export function isBounded(text: string): boolean {
  try {
    new JsonBounds({ isWhole: true }).take(text)
    return true
  } catch {
    return false
  }
}

/** What a text says, with up to 200,000 values, 200 levels deep. Throws 400. */
export function boundedJson(text: string): unknown {
  if (!isBounded(text)) throw refusal('VALIDATION_ERROR', 'The request body holds too many values.')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refusal('VALIDATION_ERROR', 'The request body is not valid JSON.', { cause })
  }
}
