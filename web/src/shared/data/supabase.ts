// One client for REST and rpc, with the session's access token on every request. It is supabase-js's own
// REST part by itself: its auth part would keep a session of its own and refresh it 90 s early with a refresh
// token that no script of this product has, and the rest of it is 45 KiB that the first paint does not need.
import { PostgrestClient } from '@supabase/postgrest-js'
import { markExactNumbers } from '../../../../analysis/parse/exact-number.ts'
import { problemFromDatabase } from '../../../../supabase/functions/_shared/domain/errors.ts'
import { apiOrigin, config } from '../config/config.ts'
import { ApiProblem, consumerHeaders, networkProblem } from './api.ts'
import type { Database } from './database.gen.ts'
import { withProof } from './proof.ts'
import { accessToken, renewRefusedToken } from './session.ts'

/** The database through PostgREST, in the caller's role. */
export const db = new PostgrestClient<Database>(`${apiOrigin}/rest/v1`, { fetch: fetchAsCaller })

// Functions are called by name; their callers say what comes back.
const untyped: PostgrestClient = db as unknown as PostgrestClient

interface Answer {
  data: unknown
  error: { code?: string; message: string; details?: string; hint?: string } | null
  status: number
}

/** The data of an answer, typed by the caller; a refusal becomes an ApiProblem. */
export async function unwrap<T>(query: PromiseLike<Answer>): Promise<T> {
  const { data, error, status } = await query
  if (!error) return data as T
  if (status === 0) throw networkProblem()
  throw new ApiProblem(problemFromDatabase(error))
}

/** Calls an rpc function by name; throws ApiProblem with the sentence the database gave. */
export function rpc<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
  return withProof(() => unwrap<T>(untyped.rpc(name, args)))
}

// Numbers beyond 2^53 come as texts behind a mark (analysis/parse/exact-number.ts), with all their digits.
const exact = new PostgrestClient(`${apiOrigin}/rest/v1`, {
  fetch: async (input, init) => {
    const response = await fetchAsCaller(input, init)
    return new Response(markExactNumbers(await response.text()), response)
  },
})

/** The same as `rpc`, for answers that hold numbers of other people's documents. */
export function rpcExact<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
  return unwrap<T>(exact.rpc(name, args))
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
