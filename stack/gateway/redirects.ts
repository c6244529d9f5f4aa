// Redirects before any page: the function `pages` says where a path of a host leads, and its answers are kept for a moment.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isOnHost, sendElsewhere } from './elsewhere.ts'
import type { PageSource } from './first-html.ts'
import { KeptPages } from './kept-pages.ts'

const PATIENCE_MS = 1_500
const KEPT_MS = 1_000
const MOST_KEPT_BYTES = 4 * 2 ** 20

interface Lead {
  to: string | null
  status: 301 | 302
  size: number
}

export interface Redirects {
  /** Leads a request elsewhere where its host says so; whether it did. */
  send(req: IncomingMessage, res: ServerResponse): Promise<boolean>
}

/** What leads visitors by the redirects of their host; where these cannot be had in time nobody is led anywhere. */
export function redirectsBy({ functionsUrl, log, keptMs = KEPT_MS }: PageSource): Redirects {
  const kept = new KeptPages<Lead>(keptMs, MOST_KEPT_BYTES)
  async function leadOf(req: IncomingMessage, host: string, path: string): Promise<Lead | undefined> {
    try {
      const answer = await fetch(`${functionsUrl}/pages/redirect?${new URLSearchParams({ host, path })}`, {
        headers: {
          'x-forwarded-for': String(req.headers['x-forwarded-for'] ?? ''),
          'x-request-id': String(req.headers['x-request-id'] ?? ''),
        },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const said = (await answer.json()) as { to?: unknown; status?: unknown }
      if (!answer.ok) return undefined
      const to = typeof said.to === 'string' && isOnHost(said.to) ? said.to : null
      return { to, status: said.status === 302 ? 302 : 301, size: 500 + host.length + path.length }
    } catch (error) {
      const message = `pages did not say where a path leads: ${(error as Error).message}`
      log('warn', { service: 'gateway', message })
      return undefined
    }
  }
  return {
    async send(req, res) {
      if (!isForPage(req)) return false
      const [path = ''] = (req.url ?? '').split('?', 1)
      const host = req.headers.host ?? ''
      const { page: lead } = await kept.get(`${host}\n${path}`, async () => {
        const found = await leadOf(req, host, path)
        return { page: found ?? { to: null, status: 301, size: 0 }, mayBeKept: found !== undefined }
      })
      const { to, status } = lead
      if (to === null) return false
      sendElsewhere(req, res, { to, status })
      return true
    },
  }
}

// The app's own files and its servers are nobody's to redirect.
const FILES = /^\/(assets|tags)\/|^\/[\w-]+\.(js|svg|ico|html)$/

/** Whether somebody opens a page, and does not load a part of one. */
function isForPage({ method, headers, url = '' }: IncomingMessage): boolean {
  const purpose = headers['sec-fetch-dest']
  return (
    (method === 'GET' || method === 'HEAD') &&
    !FILES.test(url) &&
    (purpose === undefined || purpose === 'document' || purpose === 'iframe') &&
    /text\/html|^\*\/\*$/.test(String(headers.accept ?? '*/*'))
  )
}
