// Supabase's gateway lets any origin call its surfaces: they are protected by tokens, never by cookies.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Adds the headers; answers a preflight itself and then returns true. */
export function answerCors(req: IncomingMessage, res: ServerResponse): boolean {
  res.setHeader('access-control-allow-origin', '*')
  if (req.method !== 'OPTIONS' || !req.headers['access-control-request-method']) {
    res.setHeader(
      'access-control-expose-headers',
      '*, Content-Range, Location, Preference-Applied, X-Request-Id',
    )
    return false
  }
  const asked = req.headers['access-control-request-headers']
  res.writeHead(204, {
    'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE, OPTIONS',
    'access-control-allow-headers': asked ?? 'authorization, apikey, content-type, x-client-info',
    'access-control-max-age': '3600',
    vary: 'Access-Control-Request-Headers',
  })
  res.end()
  return true
}
