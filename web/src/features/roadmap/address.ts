/**
 * The address of the embedded page: `path` is what stands behind /roadmap, as the browser has it; it stays below the
 * configured address, whatever somebody wrote there.
 */
export function roadmapAddress(configured: string, path: string, token: string): string {
  const url = new URL(configured)
  const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..')
  url.pathname = [url.pathname.replace(/\/+$/, ''), ...parts.map(encodeURIComponent)].join('/')
  url.searchParams.set('token', token)
  return url.href
}
