// The single-page app: built files, precompressed, hashed ones cached for ever; every other path is the
// app's own and gets index.html.
import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { sendProblem } from '../http/problem.ts'
import { firstHtml, type PageSource } from './first-html.ts'
import {
  contentSecurityPolicy,
  isLintWorker,
  LINT_WORKER_POLICY,
  pageHeaders,
  TAG_FRAME_POLICY,
  type Tag,
} from './headers.ts'
import { pageOfWorkspaces } from './index-page.ts'
import { MadePage, sendMade } from './kept-pages.ts'
import { redirectsBy } from './redirects.ts'

export type App = (req: IncomingMessage, res: ServerResponse) => void

interface Options extends PageSource {
  roadmapUrl?: string | undefined
  /** Whether the base host is that of the one workspace. */
  isOneWorkspace?: boolean
}

/**
 * Serves the build in `dir`, pages of documentation with what `pages` says of them; the folder is read once, so make it
 * after a build.
 */
export function builtApp(
  dir: string,
  baseHost: string,
  { roadmapUrl, isOneWorkspace = false, ...pages }: Options,
): App {
  const policyWith = (tags: readonly Tag[]) => contentSecurityPolicy(baseHost, tags, roadmapUrl)
  const policy = policyWith([])
  const documentation = firstHtml(dir, pages)
  const ofWorkspaces = existsSync(join(dir, 'index.html')) ? new MadePage(pageOfWorkspaces(dir)) : undefined
  const isWorkspace = ({ headers }: IncomingMessage) =>
    isOneWorkspace || hostname(headers.host) !== hostname(baseHost)
  const redirects = redirectsBy(pages)
  const files = sirv(dir, {
    brotli: true,
    gzip: true,
    etag: true,
    // A page has one address: what names it otherwise is the app's to answer.
    extensions: [],
    setHeaders(res, pathname) {
      const hashed = pathname.startsWith('/assets/')
      res.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      res.setHeader('content-security-policy', policyOf(pathname) ?? policy)
      if (isForAnyPage(pathname)) openToAnyPage(res)
    },
  })
  return (req, res) => {
    for (const [name, value] of Object.entries(pageHeaders(req.url ?? ''))) res.setHeader(name, value)
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return sendProblem(res, 405, 'Method not allowed', 'Pages are read with GET.')
    }
    const sendApp = () =>
      isForIndex(req.url ?? '') ? sendIndex(req, res) : files(req, res, () => sendIndex(req, res))
    const sendPage = async () => {
      // Paths of documentation hardly ever lead elsewhere: their pages are made while that is asked.
      const page = documentation?.isFor(req) ? documentation.make(req) : undefined
      page?.catch(() => undefined)
      if (await redirects.send(req, res)) return
      if (!documentation || !page) return sendApp()
      await documentation.send(req, res, await page, policyWith)
    }
    sendPage().catch(() => (res.headersSent ? res.destroy() : sendApp()))
  }
  function sendIndex(req: IncomingMessage, res: ServerResponse): void {
    if (/^\/(assets|favicon)/.test(req.url ?? '')) {
      sendProblem(res, 404, 'Not found', 'There is no such file.')
      return
    }
    if (ofWorkspaces && isWorkspace(req)) {
      res.setHeader('content-security-policy', policy)
      res.setHeader('cache-control', 'no-cache')
      sendMade(req, res, ofWorkspaces, { withEtag: true }).catch(() => res.destroy())
      return
    }
    req.url = '/index.html'
    // sirv keeps the parsed URL on the request.
    delete (req as { _parsedUrl?: unknown })._parsedUrl
    files(req, res, () => sendProblem(res, 503, 'Not built', 'The app has not been built yet.'))
  }
}

// In each spelling that would find the file.
function isForIndex(url: string): boolean {
  try {
    return /^\/+(index\.html\/*)?$/.test(decodeURIComponent(url.split('?', 1)[0] ?? ''))
  } catch {
    return false
  }
}

/** A host without its port, as names are compared. */
const hostname = (host = '') => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

function policyOf(pathname: string): string | undefined {
  if (pathname === '/tags/frame.html') return TAG_FRAME_POLICY
  return isLintWorker(pathname) ? LINT_WORKER_POLICY : undefined
}

// The scripts of <waymark-docs>, which any page may load; what they read is protected by tokens, never by cookies.
function isForAnyPage(pathname: string): boolean {
  return pathname === '/embed.js' || pathname.startsWith('/assets/embed/')
}

/** Lets pages of other origins load a script. */
export function openToAnyPage(res: ServerResponse): void {
  res.setHeader('access-control-allow-origin', '*')
  res.setHeader('cross-origin-resource-policy', 'cross-origin')
}

/** What the app needs to know before it runs; on hosted installs a static file of the same shape. */
export interface AppConfig {
  anonKey: string
  baseHost: string
  mode: string
  version: string
}

/** The script that gives the app its configuration; the Supabase URL is the origin it came from. */
export function configScript(config: AppConfig): string {
  // U+2028 and "<" cannot end a script or a line this way.
  const json = JSON.stringify(config).replace(
    /[<\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `window.__WAYMARK__ = Object.freeze({ supabaseUrl: location.origin, ...${json} })\n`
}
