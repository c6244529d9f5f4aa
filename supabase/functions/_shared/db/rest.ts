// The database through PostgREST, as the caller: policies and grants decide, not this code.
import { PostgrestClient } from '@supabase/postgrest-js'
import { markExactNumbers } from '../../../../analysis/parse/exact-number.ts'
import { config } from '../config.ts'
import { constraints } from '../domain/constraints.ts'
import type { AnswerOf, ArgsOf, FunctionName } from '../domain/contract.ts'
import type { Database } from '../domain/database.gen.ts'
import { problemFromDatabase } from '../domain/errors.ts'
import type { SharedResults } from '../domain/rows.ts'
import type { AppContext } from '../http/context.ts'
import { DataError, ProblemError, tooManyRequests, unavailable } from '../http/problem.ts'
import { keyHeaders } from './keys.ts'

const timeoutMs = 30_000

/** The database as the caller of a request sees it. `rewrite` sees the text of an answer before it is parsed. */
export function asCaller(c: AppContext, rewrite?: (json: string) => string): PostgrestClient<Database> {
  const client = c.get('client')
  const { token, grant } = c.get('caller')
  const link = c.req.header('x-waymark-share')
  const agent = c.req.header('user-agent')
  const headers = {
    ...keyHeaders(config().anonKey, token ?? undefined),
    ...(grant ? { 'x-waymark-grant': grant } : {}),
    ...(link ? { 'x-waymark-share': link } : {}),
    // For the trail of activity, which keeps the person's address and browser and not ours.
    ...(client ? { 'x-forwarded-for': client } : {}),
    ...(agent ? { 'user-agent': agent } : {}),
  }
  return clientWith(headers, rewrite)
}

/** A client with these headers. */
export function clientWith(
  headers: Record<string, string>,
  rewrite?: (json: string) => string,
): PostgrestClient<Database> {
  const signed: typeof fetch = async (input, init) => {
    const response = await fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(timeoutMs) })
    return rewrite ? new Response(rewrite(await response.text()), response) : response
  }
  return new PostgrestClient<Database>(`${config().supabaseUrl}/rest/v1`, { headers, fetch: signed })
}

interface Refused {
  code: string
  message: string
  details: string
  hint: string
}

/**
 * The rows of an answer, of the type that the client reads from the columns it asked for; a database error becomes its problem.
 * What `maybeSingle` answers is named first: within this call it would take whatever type is expected.
 */
export function rowsOf<T>({ data, error }: { data: T; error: null } | { data: null; error: Refused }): T {
  if (error) throw databaseProblem(error)
  return data
}

/**
 * The rows of an answer whose type is declared where it is read. The client takes row types from literal texts of columns:
 * not from columns put together (`branchColumns` with those of the project, the keys of a schema), nor of a relation by two
 * columns; and of a text it does not know which ones there are.
 */
export function declaredRowsOf<T>({ data, error }: { data: unknown; error: Refused | null }): T {
  if (error) throw databaseProblem(error)
  return data as T
}

/** A page of a list, and how many rows the list has in all. */
export interface PageOfRows<Row> {
  rows: Row[]
  total: number
}

/** The page that an answer counted with `count: 'exact'` holds, its rows as by `rowsOf`. */
export function pageOf<Row>(
  answer: { data: Row[]; error: null; count: number | null } | { data: null; error: Refused; count: null },
): PageOfRows<Row> {
  return pageBeyondTheLast(answer.error) ?? counted(rowsOf<Row[]>(answer), answer.count)
}

/** The same, its rows as by `declaredRowsOf`. */
export function declaredPageOf<Row>(answer: {
  data: unknown
  error: Refused | null
  count: number | null
}): PageOfRows<Row> {
  return pageBeyondTheLast(answer.error) ?? counted(declaredRowsOf<Row[]>(answer), answer.count)
}

/**
 * PostgREST answers a page beyond the last row by an error (416), for a reader it is an empty page. How many rows there
 * are is then said in a sentence only: the client keeps neither the header `Content-Range` nor a count beside an error.
 */
function pageBeyondTheLast(error: Refused | null): PageOfRows<never> | null {
  const total = error?.code === 'PGRST103' && /there are only (\d+) rows/.exec(error.details)?.[1]
  return total ? { rows: [], total: Number(total) } : null
}

function counted<Row>(rows: Row[], count: number | null): PageOfRows<Row> {
  if (count === null) throw new Error('A page is asked for without counting its list')
  return { rows, total: count }
}

/**
 * What functions answer, where the generated types know less: Json, or columns without their nulls. Each is declared
 * once, beside the model of the API that it becomes.
 */
export interface Results extends SharedResults {}

/** What a database function answers the caller; its refusal becomes a problem. */
export async function rpc<Name extends FunctionName>(
  c: AppContext,
  name: Name,
  args: ArgsOf<Name>,
): Promise<AnswerOf<Name, Results>> {
  return declaredRowsOf(await asCaller(c).rpc(name, args))
}

/** The same as `rpc`, for answers that hold numbers of other people's documents: those come as marked texts. */
export async function rpcExact<Name extends FunctionName>(
  c: AppContext,
  name: Name,
  args: ArgsOf<Name>,
): Promise<AnswerOf<Name, Results>> {
  return declaredRowsOf(await asCaller(c, markExactNumbers).rpc(name, args))
}

/** What a text, number or date may not be in Postgres, or in JSON there. */
const dataError = /^22/

function databaseProblem(error: Refused): ProblemError {
  const found = problemFromDatabase(error, constraints)
  if (found.code === 'TOO_MANY_REQUESTS') return tooManyRequests(60)
  const cause = new Error(`${error.code} ${error.message} ${error.details ?? ''}`)
  // Without a code there was no answer: the call found nobody, or nobody in time.
  if (found.status === 503 || !error.code) return unavailable(cause)
  return new ProblemError(found, { cause: dataError.test(error.code) ? new DataError(cause.message) : cause })
}
