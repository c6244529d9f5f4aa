// The first HTML of pages of documentation: the app's own page with what the function `pages` says of the address, so
// that search engines and chats read it, and the app need not ask for it again. Where the function does not answer in
// time the page is the app's as it is.
import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { isOnHost, sendElsewhere } from './elsewhere.ts'
import { type Tag, tagsIn } from './headers.ts'
import { withPart } from './index-page.ts'
import { type Kept, KeptPages, MadePage, sendMade } from './kept-pages.ts'
import { documentationTemplates, type Templates } from './page-scripts.ts'

/** HTML for the head and for readers without scripts, and JSON for a script element; all of it escaped. */
interface PageParts {
  head: string
  text: string
  data: string
  tags?: unknown
  to?: unknown
}

export interface PageSource {
  /** Where functions are, e.g. `http://127.0.0.1:3000/functions/v1`. */
  functionsUrl: string
  log: Log
  /** For how long caches that many share may answer with a page, without asking; 0: they ask each time. */
  sharedSeconds?: number
  /** For how long a page is kept here, ms: however many read it, it is made once in that time. */
  keptMs?: number
}

// A page is worth waiting for about as long as it takes without this.
const PATIENCE_MS = 1_500
// Shorter than anybody takes to notice that a page was taken from its readers.
const KEPT_MS = 1_000
const MOST_KEPT_BYTES = 64 * 2 ** 20

interface PublicPage {
  page: MadePage
  tags: Tag[]
  /** Where the page is by now; undefined where it is here. */
  to?: string | undefined
  /** Bytes, with what compression makes of it. */
  size: number
}

export interface FirstHtml {
  /** Whether a request is for a page of documentation. */
  isFor(req: IncomingMessage): boolean
  /** The page of a request, which may be made before it is certain that it is sent. */
  make(req: IncomingMessage): Promise<Made>
  /** `policyFor`: the content security policy of a page with the tags that its workspace has set. */
  send(
    req: IncomingMessage,
    res: ServerResponse,
    made: Made,
    policyFor: (tags: Tag[]) => string,
  ): Promise<void>
}

type Made = Kept<PublicPage>

/** Pages out of the build in `dir`; undefined where it is not built. */
export function firstHtml(
  dir: string,
  { functionsUrl, log, sharedSeconds = 0, keptMs = KEPT_MS }: PageSource,
): FirstHtml | undefined {
  if (!existsSync(join(dir, 'index.html'))) return undefined
  const templates = documentationTemplates(dir)
  // Search engines keep no page that says nothing of its address.
  const bare = new MadePage(
    templates.atOnce.replace('</head>', () => '<meta name="robots" content="noindex"></head>'),
  )
  const noPage: PublicPage = { page: bare, tags: [], size: 0 }
  const kept = new KeptPages<PublicPage>(keptMs, MOST_KEPT_BYTES)
  return {
    isFor: ({ method, url = '', headers }) =>
      (method === 'GET' || method === 'HEAD') &&
      /^\/docs\/[^/?]/.test(url) &&
      /text\/html|\*\/\*/.test(String(headers.accept ?? '*/*')),
    make(req) {
      const [path = ''] = (req.url ?? '').split('?', 1)
      return kept.get(`${req.headers.host ?? ''}\n${path}`, async () => {
        const parts = await partsFor(functionsUrl, req, path, log)
        if (!parts) return { page: noPage, mayBeKept: false }
        const { to } = parts
        if (typeof to === 'string' && isOnHost(to))
          return { page: { ...noPage, to, size: 500 + path.length + to.length }, mayBeKept: true }
        const page = new MadePage(composed(templates, parts))
        // A client that asks for very much gets no text, and nobody else does without.
        return { page: { page, tags: tagsIn(parts.tags), size: 2 * page.size }, mayBeKept: parts.text !== '' }
      })
    },
    async send(req, res, { page: { page, tags, to }, mayBeKept }, policyFor) {
      if (to !== undefined) return sendElsewhere(req, res, { to, status: 301 })
      res.setHeader('content-security-policy', policyFor(tags))
      // Anybody gets the same: what is in it is public. It may end at any time, so that browsers ask for it again.
      // What was made for one client alone, without its text, is nobody else's: not here, and in no other cache.
      const shared = mayBeKept && sharedSeconds > 0
      res.setHeader(
        'cache-control',
        shared
          ? `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${sharedSeconds}`
          : 'no-cache',
      )
      // One that says nothing of its address is the same at all of them, and for now.
      await sendMade(req, res, page, { withEtag: page !== bare })
    },
  }
}

async function partsFor(
  functionsUrl: string,
  req: IncomingMessage,
  path: string,
  log: Log,
): Promise<PageParts | undefined> {
  const query = new URLSearchParams({ host: req.headers.host ?? '', path })
  try {
    const answer = await fetch(`${functionsUrl}/pages/page?${query}`, {
      // On behalf of whoever asks: the bounds of functions are theirs.
      headers: {
        'x-forwarded-for': String(req.headers['x-forwarded-for'] ?? ''),
        'x-request-id': String(req.headers['x-request-id'] ?? ''),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (answer.ok) return (await answer.json()) as PageParts
    await answer.body?.cancel()
    if (answer.status >= 500) log('warn', { service: 'gateway', message: `pages answered ${answer.status}` })
  } catch (error) {
    log('warn', { service: 'gateway', message: `pages did not answer: ${(error as Error).message}` })
  }
  return undefined
}

/** The page with its parts in the places that its template marks; its data stand behind its words. */
export function composed({ atOnce, behind }: Templates, { head, text, data }: PageParts): string {
  const script = `<script type="application/json" id="page-data">${data}</script>`
  const part = (page: string, mark: string, html: string) => (html === '' ? page : withPart(page, mark, html))
  const page = part(text === '' ? atOnce : behind, 'head', head)
  return part(page, 'text', text).replace('</body>', () => `${script}</body>`)
}
