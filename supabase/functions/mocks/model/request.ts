// What of a request the mocked API is shown: nothing of ours.
import { wholeBody } from '../../_shared/http/body.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import type { MockRequest } from '../engine/types.ts'

const mostBytes = 256 * 1024

const ours = /^(x-waymark-|x-forwarded-|x-request-id$|traceparent$|host$|prefer$|apikey$|forwarded$|cookie$)/

/** Throws PAYLOAD_TOO_LARGE. */
export async function mockRequestOf(
  c: AppContext,
  path: string,
  query: URLSearchParams,
): Promise<MockRequest> {
  const body = await wholeBody(c.req.raw, mostBytes)
  const request = { path, query, headers: [...c.req.raw.headers], body: new TextDecoder().decode(body) }
  return shownRequest(request, body.length)
}

/** A request without what is ours; `size` is that of its body in bytes. */
export function shownRequest(
  request: { path: string; query: URLSearchParams; headers: Iterable<[string, string]>; body: string },
  size: number,
): MockRequest {
  const { path, query, body } = request
  const headers = new Map<string, string>()
  let cookies = ''
  for (const [name, value] of request.headers) {
    if (name.toLowerCase() === 'cookie') cookies = foreignCookies(value)
    else if (!ours.test(name.toLowerCase())) headers.set(name.toLowerCase(), value)
  }
  if (cookies) headers.set('cookie', cookies)
  // It holds a body against the types of the description where it has a length.
  if (size > 0) headers.set('content-length', String(size))
  return {
    path,
    query: Object.fromEntries([...new Set(query.keys())].map((name) => [name, valuesOf(query, name)])),
    headers: Object.fromEntries(headers),
    body,
  }
}

// Wanted answers are said in the query as well.
function valuesOf(query: URLSearchParams, name: string): string | string[] {
  const values = query.getAll(name)
  return values.length === 1 ? (values[0] ?? '') : values
}

/** The product's cookies are for the product. */
function foreignCookies(cookie: string): string {
  return cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !/^(__\w+-)?waymark/i.test(pair))
    .join('; ')
}
