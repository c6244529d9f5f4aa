// The facade's calls: problem+json in, ApiProblem out. The bearer token comes from the session.
import type { FieldProblem, Problem } from '../../../../supabase/functions/_shared/domain/errors.ts'
import {
  internalErrorDetail,
  problemFromDatabase,
} from '../../../../supabase/functions/_shared/domain/errors.ts'
import { apiOrigin, config } from '../config/config.ts'

const timeoutMs = 180_000

/** A refusal of the server in the catalogue's terms; `detail` is fit to show. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly code: string
  readonly status: number
  readonly detail: string
  readonly fields: FieldProblem[]
  /** Members beyond RFC 9457, e.g. owner_email and lock_reason of a locked workspace. */
  readonly extra: Record<string, unknown>

  constructor(problem: Omit<Problem, 'code'> & { code: string }, extra: Record<string, unknown> = {}) {
    super(problem.detail)
    this.code = problem.code
    this.status = problem.status
    this.detail = problem.detail
    this.fields = problem.fields
    this.extra = extra
  }
}

/** Problem for an answer that never came (offline, time-out, refused). Status 0. */
export function networkProblem(): ApiProblem {
  const detail = 'The server could not be reached. Check your connection and try again.'
  return new ApiProblem({ code: 'NETWORK_ERROR', status: 0, detail, fields: [] })
}

/** A refusal of one field of a form, for what a server says in other ways than by a problem. */
export function fieldProblem(field: string, message: string): ApiProblem {
  return new ApiProblem({ code: 'INVALID_INPUT', status: 422, detail: message, fields: [{ field, message }] })
}

/** A refusal in words, as the server's own are, for what the answer of a call that went well says. */
export function refusal(detail: string): ApiProblem {
  return new ApiProblem({ code: 'ACTION_PROHIBITED', status: 403, detail, fields: [] })
}

/** Reads a failed answer's body: problem+json, a database error of PostgREST, or anything else. */
export function problemFromBody(status: number, body: unknown): ApiProblem {
  if (!isRecord(body)) return unknownProblem(status)
  if (typeof body.type === 'string' && typeof body.status === 'number') return facadeProblem(body)
  if (typeof body.code === 'string' && 'details' in body) {
    return new ApiProblem(problemFromDatabase(body as Parameters<typeof problemFromDatabase>[0], {}))
  }
  return unknownProblem(status)
}

/** What is shown for a failure that says nothing itself. */
export const defaultMessage = 'Something went wrong, please try again.'

/**
 * The message to show for any thrown value: the server's own words, else `fallback`, which names what was tried. The
 * catalogue's detail of an internal error is no word of its own, and neither is that no answer came.
 */
export function messageOf(error: unknown, fallback?: string): string {
  if (!(error instanceof ApiProblem)) return fallback ?? defaultMessage
  if (error.status === 0) return fallback ?? error.detail
  return hasOwnWords(error) ? error.detail : (fallback ?? defaultMessage)
}

/** Whether a problem says something of its own: the catalogue's detail of an internal error does not. */
export function hasOwnWords({ detail }: ApiProblem): boolean {
  return detail !== '' && detail !== internalErrorDetail
}

export interface ApiRequest {
  method?: string
  json?: unknown
  body?: FormData
  signal?: AbortSignal
  /** Access token of the caller; absent for what anybody may call. */
  token?: string | null
  /** Sent as `Authorization` as it is; the session then goes beside it (supabase/functions/_shared/auth/identify.ts). */
  authorization?: string
}

/**
 * Calls `/api/v1{path}` and returns the JSON answer (undefined for an empty one).
 * Throws ApiProblem; cookies of the page's origin go along, other headers are set here.
 */
export async function callApi<T>(path: string, request: ApiRequest = {}): Promise<T> {
  const response = await send(path, request)
  const body = await bodyOf(response)
  if (!response.ok) throw problemFromBody(response.status, body)
  return body as T
}

/** Who asks, in which release: every call says so. */
export const consumerHeaders: Readonly<Record<string, string>> = {
  'Waymark-Consumer': 'web',
  'Waymark-Consumer-Version': config.version,
}

/** Headers that every facade call carries. */
export function apiHeaders(token?: string | null): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json, application/problem+json',
    ...consumerHeaders,
  }
  if (token) headers.Authorization = `Bearer ${token}`
  return headers
}

/** Full address of a facade path. */
export function apiUrl(path: string): string {
  return `${apiOrigin}/api/v1${path}`
}

async function send(path: string, request: ApiRequest): Promise<Response> {
  const headers = apiHeaders(request.token)
  if (request.json !== undefined) headers['Content-Type'] = 'application/json'
  if (request.authorization !== undefined) {
    if (headers.Authorization) headers['X-Waymark-Authorization'] = headers.Authorization
    headers.Authorization = request.authorization
  }
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(apiUrl(path), {
      method: request.method ?? 'GET',
      headers,
      credentials: 'include',
      body: request.json === undefined ? (request.body ?? null) : JSON.stringify(request.json),
      signal: request.signal ? AbortSignal.any([request.signal, limit]) : limit,
    })
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw networkProblem()
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function facadeProblem(body: Record<string, unknown>): ApiProblem {
  const { type, title, status, detail, instance: _instance, errors, ...extra } = body
  const fields = Array.isArray(errors) ? (errors as FieldProblem[]) : []
  const text = typeof detail === 'string' && detail ? detail : String(title ?? internalErrorDetail)
  return new ApiProblem({ code: String(type), status: Number(status), detail: text, fields }, extra)
}

function unknownProblem(status: number): ApiProblem {
  return new ApiProblem({ code: 'INTERNAL_SERVER_ERROR', status, detail: internalErrorDetail, fields: [] })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
