import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Waiting } from '../sql/budget.ts'

export interface RestRequest {
  method: string
  /** The path without the service's prefix and without the query, as the client sent it. */
  path: string
  segments: string[]
  /** What follows the question mark, as the client sent it. */
  query: string
  readonly search: URLSearchParams
  headers: IncomingMessage['headers']
  /** Closed when the client has gone, or has its answer. */
  waiting: Waiting
}

/** Splits what Node read into what the rest of the service asks for. */
export function readRequest(req: IncomingMessage, res: ServerResponse, url: string): RestRequest {
  const question = url.indexOf('?')
  const path = question < 0 ? url : url.slice(0, question)
  const query = question < 0 ? '' : url.slice(question + 1)
  let search: URLSearchParams | undefined
  return {
    method: req.method ?? 'GET',
    path,
    segments: path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decoded),
    query,
    // A request that was met before is known by its text: nobody takes it apart again.
    get search() {
      search ??= new URLSearchParams(withValues(query))
      return search
    },
    headers: req.headers,
    waiting: res,
  }
}

/** A parameter without `=`, such as a mark against caches, asks for nothing. */
function withValues(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair.includes('='))
    .join('&')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A header's one value. */
export function header(request: RestRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
