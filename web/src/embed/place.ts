// Where an element on another page is within the documentation: in the address behind `#`, in the path, in memory, or at
// one page for good. Within the router addresses are the app's (/docs/{project}/…); outside they begin below the project.

export type RouterKind = 'hash' | 'history' | 'memory' | 'static'

interface Target {
  pathname?: string
  search?: string
  hash?: string
}

export interface Place {
  pathname: string
  search: string
  hash: string
  state: null
  key: string
}

export interface Where {
  kind: RouterKind
  /** The path that the page around is at, for `history`. */
  basePath: string
  /** `/docs/{project}` */
  prefix: string
  /** Address of the workspace's host, where links of `static` lead. */
  site: string
  /** Where the element begins, where the address says nothing. */
  start: string
}

/** The address outside of a place within. */
export function hrefFor(where: Where, { pathname = '', search = '', hash = '' }: Target): string {
  if (where.kind === 'static') return where.site + pathname + search + hash
  const below =
    (pathname.startsWith(where.prefix) ? pathname.slice(where.prefix.length) : pathname) + search + hash
  if (where.kind === 'history') return where.basePath.replace(/\/$/, '') + below || '/'
  return `#${below || '/'}`
}

/** The place within that the address of the page names; the start where it names none. */
export function placeAt(where: Where, { pathname, hash }: Pick<Location, 'pathname' | 'hash'>): Place {
  const base = where.basePath.replace(/\/$/, '')
  let below = ''
  if (where.kind === 'hash' && hash.startsWith('#/')) below = hash.slice(1)
  if (where.kind === 'history' && pathname.startsWith(`${base}/`)) below = pathname.slice(base.length) + hash
  return /[^/]/.test(below) ? placeOf(where.prefix + below) : placeOf(where.start)
}

/** A place by its address within. */
export function placeOf(address: string): Place {
  const [path = '', hash] = split(address, '#')
  const [pathname = '', search] = split(path, '?')
  return {
    pathname,
    search: search ? `?${search}` : '',
    hash: hash ? `#${hash}` : '',
    state: null,
    key: address,
  }
}

function split(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
