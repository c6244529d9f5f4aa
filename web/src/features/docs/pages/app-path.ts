import { contentFile } from '../components/markdown/resolve.ts'

/**
 * The path within the app that an address in a text leads to, whatever project and version it is of; null for all that is
 * not documentation of this host: other sites, files of the branch (`/docs/intro.md`), Markdown twins.
 */
export function appPath(target: string): string | null {
  const { origin } = window.location
  if (!/^(?:https?:\/\/|\/)/i.test(target) || !URL.canParse(target, origin)) return null
  const url = new URL(target, origin)
  const isPage = /^\/docs\/[^/]+/.test(url.pathname)
  const isFile = contentFile.test(url.pathname) && !url.pathname.includes('/~/')
  return url.origin === origin && isPage && !isFile ? url.pathname + url.search + url.hash : null
}
