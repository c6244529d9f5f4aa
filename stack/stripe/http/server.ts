// The double's server: the API under /v1, the pages beside it. On loopback only.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readBytes } from '../../http/body.ts'
import { KEPT_MS } from '../../http/kept.ts'
import { type Reply, send } from '../../http/reply.ts'
import { pageFor } from '../pages/pages.ts'
import type { Account } from '../state/account.ts'
import { answer } from './api.ts'
import type { IdempotencyKeys } from './idempotency.ts'

export interface Served {
  account: Account
  keys: IdempotencyKeys
  secretKey: string
  /** Called before each request: what is due by now is done. */
  before(): void
  /** Called after each request, before it is answered: nothing is answered that could be lost. */
  after(): void
  /** Called with each request of the API. */
  onRequest(request: Asked): void
  /** What a test does to an answer: nothing, or the connection is cut. */
  disturb(request: Asked, moment: 'before' | 'after'): 'cut' | Promise<void> | undefined
}

export interface Asked {
  method: string
  path: string
  idempotencyKey: string | null
  body: string
}

const MOST_BODY = 1024 * 1024

/** Listens; 0 is any free port. */
export async function listen(served: Served, port: number): Promise<{ server: Server; url: string }> {
  const server = createServer({ keepAliveTimeout: KEPT_MS }, (req, res) => {
    handle(served, req, res).catch((error: unknown) => {
      console.error(error)
      res.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The double has no port.')
  return { server, url: `http://127.0.0.1:${address.port}` }
}

async function handle(served: Served, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await bodyOf(req)
  if (body === undefined) {
    res.writeHead(413).end()
    return
  }
  const { pathname, search } = new URL(req.url ?? '/', 'http://localhost')
  const method = req.method ?? 'GET'
  served.before()
  if (!pathname.startsWith('/v1/')) {
    const page = pageFor(served.account, {
      method,
      path: pathname,
      query: search.slice(1),
      body,
      headers: req.headers,
    })
    served.after()
    return send(res, fresh(page), method)
  }
  const key = req.headers['idempotency-key']
  const asked = { method, path: pathname, idempotencyKey: typeof key === 'string' ? key : null, body }
  served.onRequest(asked)
  const first = served.disturb(asked, 'before')
  if (first === 'cut') return void res.destroy()
  await first
  const result = answer(served.account, served.keys, served.secretKey, {
    method,
    path: pathname,
    query: search.slice(1),
    headers: req.headers,
    body,
  })
  served.after()
  const last = served.disturb(asked, 'after')
  if (last === 'cut') return void res.destroy()
  await last
  return send(
    res,
    fresh({ ...result, headers: { ...result.headers, 'content-type': 'application/json' } }),
    method,
  )
}

/** What is answered is of one moment, and goes nowhere but loopback: to compress it costs more than to send it. */
function fresh(reply: Reply): Reply {
  return { ...reply, headers: { 'cache-control': 'no-store, no-transform', ...reply.headers } }
}

/** The body as text; undefined where it is too large. */
async function bodyOf(req: IncomingMessage): Promise<string | undefined> {
  const tooLarge = new Error('the body is too large')
  try {
    return (await readBytes(req, MOST_BODY, () => tooLarge)).toString('utf8')
  } catch (error) {
    if (error === tooLarge) return undefined
    throw error
  }
}
