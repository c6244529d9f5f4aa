// Where relative addresses in a text lead: they start from the file that the text stands in.

/** The end of the name of a file that holds nodes, and what of a URI comes behind it. */
export const contentFile = /\.(?:md|mdx|ya?ml|json)(?:\/|$)/i

/** A relative link as the URI of a node and the heading in it. */
export function resolveUri(href: string, base: string): { path: string; hash: string } {
  try {
    const url = resolve(href, base)
    return { path: decodeURIComponent(url.pathname), hash: url.hash }
  } catch {
    return { path: href, hash: '' }
  }
}

/** A relative address as the path of a file in the branch; undefined for what does not stay in the branch. */
export function filePathOf(address: string, base: string): string | undefined {
  try {
    const url = resolve(address, base)
    const path = decodeURIComponent(url.pathname).slice(1)
    // A slash may hide behind its code until here: what climbs then would climb out of the branch.
    const climbs = path.split('/').some((name) => name === '.' || name === '..')
    return url.origin === site && path && !climbs ? path : undefined
  } catch {
    return undefined
  }
}

const site = 'http://node'

function resolve(address: string, base: string): URL {
  const uri = base.startsWith('/') ? base : `/${base}`
  // A node inside a file (`/api.yaml/paths/…`) says what lies beside the file, not beside the node.
  const end = contentFile.exec(uri)
  const file = end ? uri.slice(0, end.index) + end[0].replace(/\/$/, '') : uri
  return new URL(address, site + file.split('/').map(encodeURIComponent).join('/'))
}
