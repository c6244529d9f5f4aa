// One client for REST and rpc, with the session's access token on every request. It is supabase-js's own
// REST part by itself: its auth part would keep a session of its own and refresh it 90 s early with a refresh
// token that no script of this product has, and the rest of it is 45 KiB that the first paint does not need.
import { PostgrestClient, type PostgrestSingleResponse } from '@supabase/postgrest-js'
import { markExactNumbers } from '../../../../analysis/parse/exact-number.ts'
import { problemFromDatabase } from '../../../../supabase/functions/_shared/domain/errors.ts'
import { apiOrigin, config } from '../config/config.ts'
import { ApiProblem, consumerHeaders, networkProblem } from './api.ts'
import type { Database, Json } from './database.gen.ts'
import { withProof } from './proof.ts'
import { accessToken, renewRefusedToken } from './session.ts'

/** The database through PostgREST, in the caller's role. */
export const db = new PostgrestClient<Database>(`${apiOrigin}/rest/v1`, { fetch: fetchAsCaller })

type Functions = Database['public']['Functions']
export type FunctionName = Exclude<keyof Functions, `svc_${string}`>

/**
 * What functions answer, where the generated types know less: Json, or columns without their nulls. Each is declared
 * once, beside the queries that read it: `declare module '…/supabase.ts' { interface Results { list_teams: TeamPage } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules that call functions merge their declarations into it
export interface Results {}

/** What a function answers: as declared, unless the generated types say something else. */
export type ResultOf<Name extends FunctionName> = Name extends keyof Results
  ? Refines<Results[Name], Functions[Name]['Returns']> extends true
    ? Results[Name]
    : Contradiction<Name>
  : Functions[Name]['Returns']

/** Stands where a declaration no longer fits the database: no code can use it, and its name says why. */
interface Contradiction<Name> {
  'Results and database.gen.ts contradict each other': Name
}

/** Whether a declaration only says more than the generated type: of Json anything, of columns nulls and what they hold. */
type Refines<Declared, Known> = Json extends Known
  ? true
  : [Known] extends [readonly (infer KnownRow)[]]
    ? Declared extends readonly (infer Row)[]
      ? RefinesRow<Row, KnownRow>
      : false
    : RefinesRow<Declared, Known>
type RefinesRow<Row, Known> = [Known] extends [object]
  ? false extends { [Key in keyof Row]: RefinesColumn<Row[Key], Known, Key> }[keyof Row]
    ? false
    : true
  : RefinesValue<Row, Known>
type RefinesColumn<Value, Known, Key> = Key extends keyof Known ? RefinesValue<Value, Known[Key]> : false
type RefinesValue<Value, Known> = Json extends Known
  ? true
  : [NonNullable<Value>] extends [NonNullable<Known>]
    ? true
    : false

type Args<Name extends FunctionName> = Functions[Name]['Args']
// What has a default in SQL may be left out. Whether null means something is for the function to say: the types do not
// know it.
type Optional<A> = { [K in keyof A]-?: Partial<Record<K, A[K]>> extends Pick<A, K> ? K : never }[keyof A]
type Given<A> = { [K in Exclude<keyof A, Optional<A>>]: A[K] | null } & {
  [K in Optional<A>]?: A[K] | null | undefined
}

/** The arguments of a function, as `rpc` takes them. */
export type ArgsOf<Name extends FunctionName> = Given<Args<Name>>

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
export function rpc<Name extends FunctionName>(...[name, args]: Call<Name>): Promise<ResultOf<Name>> {
  return withProof(() => call(db, name, args))
}

// Numbers beyond 2^53 come as texts behind a mark (analysis/parse/exact-number.ts), with all their digits.
const exact = new PostgrestClient<Database>(`${apiOrigin}/rest/v1`, {
  fetch: async (input, init) => {
    const response = await fetchAsCaller(input, init)
    return new Response(markExactNumbers(await response.text()), response)
  },
})

/** The same as `rpc`, for answers that hold numbers of other people's documents. */
export function rpcExact<Name extends FunctionName>(...[name, args]: Call<Name>): Promise<ResultOf<Name>> {
  return call(exact, name, args)
}

/** The one place that tells the compiler what a function answers beyond the generated types; `ResultOf` checks it. */
function call<Name extends FunctionName>(client: typeof db, name: Name, args?: ArgsOf<Name>) {
  const answer = client.rpc(name, args as Functions[Name]['Args'])
  return unwrap(answer as unknown as PromiseLike<PostgrestSingleResponse<ResultOf<Name>>>)
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
