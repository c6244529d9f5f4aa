// The inbox: every mail the instance sends ends here, readable by people (a page) and tests (JSON).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { KEPT_MS } from '../http/kept.ts'
import { Routes } from '../http/routes.ts'
import { sendJson, sendText } from '../http/send.ts'
import { inboxPage, mailFrame } from './page.ts'
import { startSmtp } from './smtp.ts'
import { MailStore } from './store.ts'

export interface Inbox {
  close(): Promise<void>
}

const MAX_WAIT = 60_000
const HTML = 'text/html; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/** Starts SMTP on `smtpPort` and the page with its JSON API on `webPort`, both on loopback. */
export async function createInbox(o: { smtpPort: number; webPort: number; dir: string }): Promise<Inbox> {
  const store = new MailStore(o.dir)
  const smtp = await startSmtp(store, o.smtpPort)
  const web = createServer({ keepAliveTimeout: KEPT_MS }, (req, res) => {
    answer(req, res, store).catch(() => res.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    web.once('error', reject)
    web.listen(o.webPort, '127.0.0.1', resolve)
  })
  return {
    async close() {
      web.closeAllConnections()
      await Promise.all([smtp.close(), new Promise((resolve) => web.close(resolve))])
    },
  }
}

type Handler = (call: {
  res: ServerResponse
  store: MailStore
  query: URLSearchParams
  id: string
}) => Promise<void> | void

const ROUTES = new Routes<Handler>([
  ['GET', '/', ({ res }) => page(res)],
  ['GET', '/api/v1/messages', ({ res, store, query }) => messages(res, store, query)],
  ['DELETE', '/api/v1/messages', ({ res, store }) => clear(res, store)],
  ['GET', '/api/v1/messages/:id{[\\w-]+}', ({ res, store, id }) => message(res, store, id)],
  ['GET', '/api/v1/messages/:id{[\\w-]+}/html', ({ res, store, id }) => frame(res, store, id)],
])

async function answer(req: IncomingMessage, res: ServerResponse, store: MailStore): Promise<void> {
  res.setHeader('x-frame-options', 'SAMEORIGIN')
  if (!isLocal(req)) return sendText(res, 403, TEXT, 'The inbox is read on this machine only.')
  const { pathname, searchParams: query } = new URL(req.url ?? '/', 'http://inbox')
  const found = ROUTES.find(req.method === 'HEAD' ? 'GET' : (req.method ?? ''), pathname)
  if (!found) return sendText(res, 404, TEXT, 'Not found')
  await found.target({ res, store, query, id: found.params.id ?? '' })
}

async function messages(res: ServerResponse, store: MailStore, query: URLSearchParams): Promise<void> {
  const filter = { to: query.get('to') ?? undefined, after: query.get('after') ?? undefined }
  const left = new AbortController()
  res.once('close', () => left.abort())
  const wait = Math.trunc(Math.min(Math.max(Number(query.get('wait')) || 0, 0), MAX_WAIT))
  const signal = AbortSignal.any([left.signal, AbortSignal.timeout(wait)])
  let found = store.list(filter)
  while (found.length === 0 && wait > 0 && !signal.aborted) {
    await store.arrival(signal)
    found = store.list(filter)
  }
  sendJson(res, 200, found)
}

// Another site's page could send this as a simple form, but never with this method unasked.
function clear(res: ServerResponse, store: MailStore): void {
  store.clear()
  res.writeHead(204).end()
}

function message(res: ServerResponse, store: MailStore, id: string): void {
  const mail = store.get(id)
  if (mail) sendJson(res, 200, mail)
  else noSuchMail(res)
}

// Shown in a sandboxed frame: a mail's scripts, forms and remote pictures stay dead.
function frame(res: ServerResponse, store: MailStore, id: string): void {
  const mail = store.get(id)
  if (!mail) {
    noSuchMail(res)
    return
  }
  res.setHeader(
    'content-security-policy',
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  )
  sendText(res, 200, HTML, mailFrame(mail))
}

function noSuchMail(res: ServerResponse): void {
  sendJson(res, 404, { message: 'There is no such mail.' })
}

function page(res: ServerResponse): void {
  const { html, policy } = inboxPage()
  res.setHeader('content-security-policy', policy)
  sendText(res, 200, HTML, html)
}

// A page of the internet whose name was made to point here (DNS rebinding) brings its own name along.
function isLocal({ headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return host === 'localhost' || host === '127.0.0.1' || host.endsWith('.localhost')
}
