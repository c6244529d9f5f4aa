// The inbox: every mail the instance sends ends here, readable by people (a page) and tests (JSON).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { inboxPage, mailFrame } from './page.ts'
import { startSmtp } from './smtp.ts'
import { MailStore } from './store.ts'

export interface Inbox {
  close(): Promise<void>
}

const MAX_WAIT = 60_000

/** Starts SMTP on `smtpPort` and the page with its JSON API on `webPort`, both on loopback. */
export async function createInbox(o: { smtpPort: number; webPort: number; dir: string }): Promise<Inbox> {
  const store = new MailStore(o.dir)
  const smtp = await startSmtp(store, o.smtpPort)
  const web = createServer((req, res) => {
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

async function answer(req: IncomingMessage, res: ServerResponse, store: MailStore): Promise<void> {
  if (!isLocal(req)) return send(res, 403, 'text/plain', 'The inbox is read on this machine only.')
  const url = new URL(req.url ?? '/', 'http://inbox')
  const [, id, part] = /^\/api\/v1\/messages\/([\w-]+)(\/html)?$/.exec(url.pathname) ?? []
  if (url.pathname === '/api/v1/messages') return messages(req, res, store, url.searchParams)
  if (id) return message(res, store, id, part !== undefined)
  if (url.pathname === '/') return page(res)
  send(res, 404, 'text/plain', 'Not found')
}

async function messages(
  req: IncomingMessage,
  res: ServerResponse,
  store: MailStore,
  query: URLSearchParams,
): Promise<void> {
  if (req.method === 'DELETE') {
    // Another site's page could send this as a simple form, but never with this method unasked.
    store.clear()
    res.writeHead(204).end()
    return
  }
  const filter = { to: query.get('to') ?? undefined, after: query.get('after') ?? undefined }
  const left = new AbortController()
  res.once('close', () => left.abort())
  const wait = Math.min(Number(query.get('wait') ?? 0) || 0, MAX_WAIT)
  const signal = AbortSignal.any([left.signal, AbortSignal.timeout(wait)])
  let found = store.list(filter)
  while (found.length === 0 && wait > 0 && !signal.aborted) {
    await store.arrival(signal)
    found = store.list(filter)
  }
  sendJson(res, 200, found)
}

async function message(res: ServerResponse, store: MailStore, id: string, asFrame: boolean): Promise<void> {
  const mail = store.get(id)
  if (!mail) return sendJson(res, 404, { message: 'There is no such mail.' })
  if (!asFrame) return sendJson(res, 200, mail)
  // Shown in a sandboxed frame: a mail's scripts, forms and remote pictures stay dead.
  res.setHeader(
    'content-security-policy',
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  )
  send(res, 200, 'text/html', mailFrame(mail))
}

function page(res: ServerResponse): void {
  const { html, policy } = inboxPage()
  res.setHeader('content-security-policy', policy)
  send(res, 200, 'text/html', html)
}

// A page of the internet whose name was made to point here (DNS rebinding) brings its own name along.
function isLocal({ headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return host === 'localhost' || host === '127.0.0.1' || host.endsWith('.localhost')
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  send(res, status, 'application/json', JSON.stringify(body))
}

function send(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  })
  res.end(body)
}
