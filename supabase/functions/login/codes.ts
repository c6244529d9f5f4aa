import { sentenceOf } from '../_shared/domain/reasons.ts'
import { fieldRefusal, type ProblemError } from '../_shared/http/problem.ts'

/** What came of trying a code: `spent` when only a new one helps, whether or not it was ever asked for or mailed. */
export type WrongCode = 'invalid_code' | 'spent_code'

/** The refusal of a code. It says the same for every address, known or not. */
export function wrongCode(outcome: WrongCode, field = 'code'): ProblemError {
  const hint = outcome === 'spent_code' ? '. Please ask for a new one.' : ''
  return fieldRefusal(field, `${sentenceOf('code_invalid')}${hint}`)
}
