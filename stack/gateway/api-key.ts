// What Supabase's gateway (Kong) does before REST and Auth: a known key must come with the request, and
// stands in for the token where there is none.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ApiKeys, isApiKey } from '../http/api-key.ts'
import { sendJson } from '../http/send.ts'
import type { Target } from './routes.ts'

// Browsers come here by a link or a redirect, and verifiers fetch the public keys.
const OPEN = /^\/(\.well-known\/jwks\.json|verify|callback|authorize|health)(?=[/?]|$)/

/** Checks the key and returns the path without it, or answers 401 and returns undefined. */
export function takeApiKey(
  req: IncomingMessage,
  res: ServerResponse,
  target: Target,
  path: string,
  keys: ApiKeys,
): string | undefined {
  const { key: fromQuery, rest } = splitQuery(path)
  const key = header(req.headers.apikey) ?? fromQuery
  if (target === 'auth' && OPEN.test(path)) return rest
  if (key === undefined) {
    if (req.headers.authorization) return rest
    return refuse(res, 'No API key found in request', 'No `apikey` request header or url param was found.')
  }
  if (!isApiKey(key, keys)) {
    return refuse(res, 'Invalid API key', 'Double check your Supabase `anon` or `service_role` API key.')
  }
  req.headers.authorization ??= `Bearer ${key}`
  return rest
}

function splitQuery(path: string): { key: string | undefined; rest: string } {
  const [pathname = '', query] = path.split(/\?(.*)/s)
  if (!query?.includes('apikey=')) return { key: undefined, rest: path }
  // Only this parameter is taken out; the others keep the very spelling PostgREST's grammar is read from.
  const kept = query.split('&').filter((part) => !part.startsWith('apikey='))
  const key = new URLSearchParams(query).get('apikey') ?? undefined
  return { key, rest: kept.length > 0 ? `${pathname}?${kept.join('&')}` : pathname }
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function refuse(res: ServerResponse, message: string, hint: string): undefined {
  sendJson(res, 401, { message, hint })
}
