// One client for REST and rpc, with the session's access token on every request. It is supabase-js's own
// REST part by itself: its auth part would keep a session of its own and refresh it 90 s early with a refresh
// token that no script of this product has, and the rest of it is 45 KiB that the first paint does not need.
import { PostgrestClient, type PostgrestSingleResponse } from '@supabase/postgrest-js'
import { markExactNumbers } from '../../../../analysis/parse/exact-number.ts'
import type {
  AnswerOf,
  ArgsOf,
  FunctionName,
} from '../../../../supabase/functions/_shared/domain/contract.ts'
import type { Database } from '../../../../supabase/functions/_shared/domain/database.gen.ts'
import { problemFromDatabase } from '../../../../supabase/functions/_shared/domain/errors.ts'
import { apiOrigin, config } from '../config/config.ts'
import { ApiProblem, consumerHeaders, networkProblem } from './api.ts'
import { withProof } from './proof.ts'
import { accessToken, renewRefusedToken } from './session.ts'

/** The database through PostgREST, in the caller's role. */
export const db = new PostgrestClient<Database>(`${apiOrigin}/rest/v1`, { fetch: fetchAsCaller })

/**
 * What functions answer, where the generated types know less: Json, or columns without their nulls. Each is declared
 * once, beside the queries that read it: `declare module '…/supabase.ts' { interface Results { list_teams: TeamPage } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules that call functions merge their declarations into it
export interface Results {}

/** What a function answers: as declared, unless the generated types say something else. */
export type ResultOf<Name extends FunctionName> = AnswerOf<Name, Results>

type Call<Name extends FunctionName> =
  Record<never, never> extends ArgsOf<Name>
    ? [name: Name, args?: ArgsOf<Name>]
    : [name: Name, args: ArgsOf<Name>]

/** The data of an answer; a refusal becomes an ApiProblem. */
export async function unwrap<Data>(query: PromiseLike<PostgrestSingleResponse<Data>>): Promise<Data> {
  const { data, error, status } = await query
  if (!error) return data
  if (status === 0) throw networkProblem()
  throw new ApiProblem(problemFromDatabase(error))
}

/** Calls an rpc function by name; throws ApiProblem with the sentence the database gave. */
export function rpc<Name extends FunctionName>(...call: Call<Name>): Promise<ResultOf<Name>>
export function rpc(name: FunctionName, args?: object): Promise<unknown> {
  return withProof(() => answerOf(db, name, args))
}

// Numbers beyond 2^53 come as texts behind a mark (analysis/parse/exact-number.ts), with all their digits.
const exact = new PostgrestClient<Database>(`${apiOrigin}/rest/v1`, {
  fetch: async (input, init) => {
    const response = await fetchAsCaller(input, init)
    return new Response(markExactNumbers(await response.text()), response)
  },
})

/** The same as `rpc`, for answers that hold numbers of other people's documents. */
export function rpcExact<Name extends FunctionName>(...call: Call<Name>): Promise<ResultOf<Name>>
export function rpcExact(name: FunctionName, args?: object): Promise<unknown> {
  return answerOf(exact, name, args)
}

// What a function takes and answers, the signatures of those that call this say.
function answerOf(client: typeof db, name: FunctionName, args?: object): Promise<unknown> {
  return unwrap(client.rpc(name, args as never))
}

/** fetch with the session's token. A token that the server no longer accepts is renewed once and the request repeated. */
export async function fetchAsCaller(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const token = await accessToken()
  const sentAt = Date.now()
  const response = await fetch(input, authorised(init, token))
  if (response.status !== 401 || !token) return response
  const renewed = await renewRefusedToken(sentAt)
  return renewed ? fetch(input, authorised(init, renewed)) : response
}

function authorised(init: RequestInit | undefined, token: string | null): RequestInit {
  const headers = new Headers(init?.headers)
  for (const [name, value] of Object.entries(consumerHeaders)) headers.set(name, value)
  headers.set('apikey', config.anonKey)
  headers.set('Authorization', `Bearer ${token ?? config.anonKey}`)
  return { ...init, headers }
}
