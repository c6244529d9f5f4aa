// Addresses of documentation, as the app makes them.

export interface DocsAddress {
  project: string
  branch: string | null
  /** The slug of a page; null for the first one. */
  slug: string | null
}

/** What a path names; null for one that is not of documentation, or names a page by its URI, which only the app resolves. */
export function docsAddress(path: string): DocsAddress | null {
  const found = /^\/docs\/([^/]+)(?:\/branches\/([^/]+))?(?:\/([^/]+))?\/?$/.exec(path)
  if (!found) return null
  const [project, branch, slug] = found.slice(1).map(decoded)
  if (!project || branch === '' || slug === '') return null
  return { project, branch: branch ?? null, slug: slug ?? null }
}

/** The path of a page. */
export function docsPath(project: string, branch: string, slug: string): string {
  return `/docs/${encodeURIComponent(project)}/branches/${encodeURIComponent(branch)}/${encodeURIComponent(slug)}`
}

/** The path that an address has once its project is called otherwise; what stands behind the project stays as it came. */
export function movedPath(path: string, project: string): string {
  return path.replace(/^\/docs\/[^/]+/, () => `/docs/${encodeURIComponent(project)}`)
}

// '' for what no server could have made.
function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part)
  } catch {
    return ''
  }
}
