// Leading somebody who opens a page to another path of the same host.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Leads a request to a path of its host. What was asked for goes along, unless the path says what to ask for. */
export function sendElsewhere(
  { url = '' }: IncomingMessage,
  res: ServerResponse,
  { to, status }: { to: string; status: 301 | 302 },
): void {
  const [, query] = url.split(/\?(.*)/s, 2)
  const location = query && !to.includes('?') ? withQuery(to, query) : to
  // Owners take rules and slugs back: a browser that kept a 301 for ever would never ask again.
  res.writeHead(status, { location, 'cache-control': 'no-cache', vary: 'Accept' }).end()
}

/** Whether what was said to lead elsewhere is a path of the same host, as every browser reads it. */
export const isOnHost = (to: string) => /^\/(?![/\\])[\x21-\x7e]*$/.test(to)

function withQuery(to: string, query: string): string {
  const [path = '', hash] = to.split(/#(.*)/s, 2)
  return `${path}?${query}${hash === undefined ? '' : `#${hash}`}`
}
