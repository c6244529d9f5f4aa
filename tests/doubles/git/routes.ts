// Routes of a host's API, strict as the vendors' references: unknown parameters and bodies are refused.
import { z } from 'zod'
import type { DoublePerson } from '../oauth-host.ts'
import type { GitState, Repository } from './state.ts'

export interface RestRequest {
  method: string
  /** As it came, still encoded. */
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Who calls, and what their token may; of basic authentication everything. */
  person: DoublePerson
  scopes: string[]
  origin: string
}

export interface RestAnswer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

/** What a route's handler is given. */
export interface Call extends RestRequest {
  state: GitState
  params: Record<string, string>
  /** Of paths that are about one. */
  repo: Repository
  /** As the route's schema made it. */
  json: unknown
  form: FormData
}

export interface Route {
  method: string
  /** `/repos/:org/:repo/contents/*`: each name is one segment, the star is the rest. */
  path: string
  /** Scopes of which one is needed. */
  scopes?: string[]
  /** Parameters that the reference lists; a trailing `!` must be there. */
  query?: string[]
  json?: z.ZodType
  run(call: Call): RestAnswer | Promise<RestAnswer>
}

/** How a kind of host refuses. */
export interface Refusing {
  /** A body or parameter that the reference does not have. */
  invalid: number
  /** A scope that the token lacks. */
  scope: number
}

/**
 * The repository that a path is about, null where it is about none; undefined, or an answer instead, where there is no
 * such repository.
 */
export type Finding = (
  call: RestRequest & { state: GitState; params: Record<string, string> },
) => Repository | RestAnswer | null | undefined

/** A route with the type of its body. */
export function route<S extends z.ZodType>(
  given: Omit<Route, 'json' | 'run'> & {
    json?: S
    run(call: Omit<Call, 'json'> & { json: z.output<S> }): RestAnswer | Promise<RestAnswer>
  },
): Route {
  return given
}

/** Answers by the first route that fits; undefined where there is none. */
export async function answerBy(
  routes: Route[],
  state: GitState,
  request: RestRequest,
  refusing: Refusing,
  finding: Finding,
): Promise<RestAnswer | undefined> {
  for (const one of routes) {
    const params = one.method === request.method ? match(one.path, request.path) : null
    if (params === null) continue
    if (
      one.scopes &&
      !request.scopes.includes('*') &&
      !one.scopes.some((scope) => request.scopes.includes(scope))
    )
      return fault(refusing.scope, 'The token lacks a scope.')
    const wrong = wrongQuery(one.query ?? [], request.query)
    if (wrong) return fault(refusing.invalid, wrong)
    const parsed = one.json ? one.json.safeParse(jsonOf(request)) : undefined
    if (parsed && !parsed.success) return fault(refusing.invalid, parsed.error.message)
    const found = finding({ ...request, state, params })
    if (found === undefined) return notFound
    if (found !== null && !('bare' in found)) return found
    const form = await formOf(request)
    return one.run({
      ...request,
      state,
      params,
      repo: found as Repository,
      json: parsed?.data as never,
      form,
    })
  }
  return undefined
}

/** A refusal in words. */
export function fault(status: number, message: string): RestAnswer {
  return { status, body: { message } }
}

export const notFound: RestAnswer = { status: 404, body: { message: 'Not Found' } }

function match(pattern: string, path: string): Record<string, string> | null {
  const names: string[] = []
  const source = pattern.replace(/[.$]/g, '\\$&').replace(/\/(:\w+|\*)/g, (_all, name: string) => {
    names.push(name === '*' ? 'rest' : name.slice(1))
    return name === '*' ? '/(.*)' : '/([^/]+)'
  })
  const found = new RegExp(`^${source}$`).exec(path)
  if (!found) return null
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]))
}

function wrongQuery(known: string[], query: URLSearchParams): string | null {
  const names = known.map((name) => name.replace('!', ''))
  for (const name of query.keys()) if (!names.includes(name)) return `${name} is no parameter.`
  for (const name of known)
    if (name.endsWith('!') && !query.get(name.slice(0, -1))) return `${name} is missing.`
  return null
}

function jsonOf({ body, headers }: RestRequest): unknown {
  if (!String(headers['content-type'] ?? '').startsWith('application/json')) return undefined
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

async function formOf({ body, headers, method }: RestRequest): Promise<FormData> {
  const type = String(headers['content-type'] ?? '')
  if (!type.startsWith('multipart/form-data') || method === 'GET') return new FormData()
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
}

/** Pages by number with a Link header (RFC 8288), as GitHub and GitLab answer them. */
export function linked<T>({ query, path, origin }: RestRequest, items: T[]): RestAnswer & { items: T[] } {
  const size = Number(query.get('per_page') ?? 30)
  const page = Number(query.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const to = (rel: string, number: number) => {
    const next = new URLSearchParams(query)
    next.set('page', String(number))
    return `<${origin}${path}?${next}>; rel="${rel}"`
  }
  const links = [
    ...(page > 1 ? [to('prev', page - 1), to('first', 1)] : []),
    ...(page < last ? [to('next', page + 1), to('last', last)] : []),
  ]
  return {
    items: items.slice((page - 1) * size, page * size),
    ...(links.length > 0 ? { headers: { link: links.join(', ') } } : {}),
  }
}

export const urlSchema = z.url()
