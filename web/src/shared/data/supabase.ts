// The client of Supabase in the usual shape: `from`, `rpc`, `channel`, `auth`. It is made of supabase-js's own parts: its
// auth part would keep a session of its own and refresh it 90 s early with a refresh token that no script of this
// product has (decision 0013), and whole it weighs 53 KiB more than the first paint needs.
import { PostgrestClient, type PostgrestSingleResponse } from '@supabase/postgrest-js'
import type { RealtimeChannel, RealtimeChannelOptions, RealtimeClient } from '@supabase/realtime-js'
import type {
  AnswerOf,
  ArgsOf,
  FunctionName,
} from '../../../../supabase/functions/_shared/domain/contract.ts'
import type { Database } from '../../../../supabase/functions/_shared/domain/database.gen.ts'
import {
  type ConstraintSentences,
  problemFromDatabase,
} from '../../../../supabase/functions/_shared/domain/errors.ts'
import type { SharedResults } from '../../../../supabase/functions/_shared/domain/rows.ts'
import { apiOrigin, config } from '../config/config.ts'
import { ApiProblem, consumerHeaders, networkProblem } from './api.ts'
import { withProof } from './proof.ts'
import { accessToken, renewRefusedToken } from './session.ts'
import { shareToken } from './share-token.ts'
import { auth } from './supabase-auth.ts'

let realtime: RealtimeClient | undefined

/** Hands over the client of Realtime, which is loaded after the first paint; undefined while there is none. */
export function setRealtime(client: RealtimeClient | undefined): void {
  realtime = client
}

function channel(topic: string, options?: RealtimeChannelOptions): RealtimeChannel {
  if (!realtime) throw new Error('There is no connection to Realtime yet: useTopic waits for one')
  return realtime.channel(topic, options)
}

/** Supabase, in the caller's role: the database by PostgREST, channels, and the session. */
export const supabase = Object.assign(restClient(fetchAsCaller), { channel, auth })

/** A client of PostgREST alone. */
export function restClient(fetch: typeof fetchAsCaller): PostgrestClient<Database> {
  return new PostgrestClient<Database>(`${apiOrigin}/rest/v1`, { fetch })
}

/**
 * What functions answer, where the generated types know less: Json, or columns without their nulls. Each is declared
 * once, beside the queries that read it: `declare module '…/supabase.ts' { interface Results { list_teams: TeamPage } }`
 */
export interface Results extends SharedResults {}

/** What a function answers: as declared, unless the generated types say something else. */
export type ResultOf<Name extends FunctionName> = AnswerOf<Name, Results>

/** What a call of a function takes. */
export type Call<Name extends FunctionName> =
  Record<never, never> extends ArgsOf<Name>
    ? [name: Name, args?: ArgsOf<Name>]
    : [name: Name, args: ArgsOf<Name>]

/** The data of an answer, of the type that was asked for (`single` would else take any that is expected); a refusal becomes an ApiProblem. */
export async function unwrap<Data>(
  query: PromiseLike<PostgrestSingleResponse<Data>>,
): Promise<NoInfer<Data>> {
  const { data, error, status } = await query
  if (!error) return data
  if (status === 0) throw networkProblem()
  throw new ApiProblem(
    problemFromDatabase(error, error.code.startsWith('23') ? await constraintSentences() : {}),
  )
}

// Most visits see no constraint refuse anything. Without the sentences its kind is told, as for one without a sentence.
function constraintSentences(): Promise<ConstraintSentences> {
  return import('../../../../supabase/functions/_shared/domain/constraints.ts').then(
    ({ constraints }) => constraints,
    () => ({}),
  )
}

/** Calls an rpc function by name; throws ApiProblem with the sentence the database gave. */
export function rpc<Name extends FunctionName>(...call: Call<Name>): Promise<ResultOf<Name>> {
  return withProof(() => answerOf<Name>(supabase, ...call))
}

/**
 * What a function answers by a client. The client comes without the types of the database, for postgrest-js knows from
 * them neither which arguments may be null nor what was declared of an answer: `Call` and `ResultOf` do.
 */
export function answerOf<Name extends FunctionName>(
  client: Pick<PostgrestClient, 'rpc'>,
  ...[name, args]: Call<Name>
): Promise<ResultOf<Name>> {
  return unwrap(client.rpc(name, args))
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
  const share = shareToken()
  if (share) headers.set('X-Waymark-Share', share)
  headers.set('apikey', config.anonKey)
  headers.set('Authorization', `Bearer ${token ?? config.anonKey}`)
  return { ...init, headers }
}
