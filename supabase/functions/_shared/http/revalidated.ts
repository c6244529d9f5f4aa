import type { AppContext } from './context.ts'

/**
 * Lets whoever keeps an answer ask whether it still holds (RFC 9110, 13): an ETag of its bytes, and 304 where it is the
 * one that was kept. What anybody is answered may be kept by caches that many share, which ask each time: a page can be
 * taken from its readers at any moment.
 */
export async function revalidated(c: AppContext, next: () => Promise<void>): Promise<void> {
  await next()
  if (c.req.method !== 'GET' || c.res.status !== 200) return
  const bytes = await c.res.arrayBuffer()
  const tag = `W/"${await digestOf(bytes)}"`
  c.header('ETag', tag)
  c.header('Cache-Control', `${isForAnybody(c) ? 'public' : 'private'}, no-cache`)
  c.header('Vary', 'X-Waymark-Share', { append: true })
  const isKept = c.req
    .header('if-none-match')
    ?.split(',')
    .some((kept) => kept.trim() === tag)
  const { headers } = c.res
  if (isKept) headers.delete('Content-Length')
  // Its headers are those of the answer in whose place it comes.
  c.res = new Response(isKept ? null : bytes, { status: isKept ? 304 : 200, headers })
}

/** Whether nothing in the request says who asks. */
function isForAnybody(c: AppContext): boolean {
  const { token, grant, pushesTo } = c.get('caller')
  return token === null && !grant && !pushesTo && !c.req.header('x-waymark-share')
}

async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCharCode(...digest.subarray(0, 18)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
