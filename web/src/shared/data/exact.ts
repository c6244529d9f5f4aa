// Answers that hold numbers of other people's documents. Those beyond 2^53 come as texts behind a mark
// (analysis/parse/exact-number.ts), with all their digits.
import { markExactNumbers } from '../../../../analysis/parse/exact-number.ts'
import type { FunctionName } from '../../../../supabase/functions/_shared/domain/contract.ts'
import { answerOf, type Call, fetchAsCaller, type ResultOf, restClient } from './supabase.ts'

const exact = restClient(async (input, init) => {
  const response = await fetchAsCaller(input, init)
  return new Response(markExactNumbers(await response.text()), response)
})

/** The same as `rpc`, with every digit. */
export function rpcExact<Name extends FunctionName>(...call: Call<Name>): Promise<ResultOf<Name>> {
  return answerOf<Name>(exact, ...call)
}
