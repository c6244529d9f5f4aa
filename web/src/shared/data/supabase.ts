// One client for REST and rpc. It takes the access token from the session (`accessToken`), so supabase-js
// keeps no session of its own: auth-js treats a token as expired 90 s early and would then send a refresh
// token, which no script of this product has.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { problemFromDatabase } from '../../../../supabase/functions/_shared/domain/errors.ts'
import { apiOrigin, config } from '../config/config.ts'
import { ApiProblem, networkProblem } from './api.ts'
import { accessToken, renewToken } from './session.ts'

export type Db = SupabaseClient

const client: Db = createClient(apiOrigin, config.anonKey || 'anon', {
  accessToken,
  global: { fetch: fetchRenewing },
})

/** The database through PostgREST, in the caller's role. */
export function useDb(): Db {
  return client
}

/** The same client outside React (route loaders, query functions). */
export const db: Db = client

interface Answer<T> {
  data: T | null
  error: { code?: string; message: string; details?: string; hint?: string } | null
  status: number
}

/** The data of an answer, typed by the caller; a refusal becomes an ApiProblem. */
export async function unwrap<T>(query: PromiseLike<Answer<unknown>>): Promise<T> {
  const { data, error, status } = await query
  if (!error) return data as T
  if (status === 0) throw networkProblem()
  throw new ApiProblem(problemFromDatabase(error))
}

/** Calls an rpc function by name; throws ApiProblem with the sentence the database gave. */
export function rpc<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
  return unwrap<T>(client.rpc(name, args))
}

/** A token that the server no longer accepts is renewed once and the request repeated. */
async function fetchRenewing(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  const headers = new Headers(init?.headers)
  const sent = headers.get('Authorization')
  if (response.status !== 401 || !sent || sent === `Bearer ${config.anonKey}`) return response
  const token = await renewToken()
  if (!token) return response
  headers.set('Authorization', `Bearer ${token}`)
  return fetch(input, { ...init, headers })
}
