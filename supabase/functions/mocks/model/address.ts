// Addresses of mock servers: /mocks/{project}/{branch}/{path}, or /mocks/{project}/{branch}/~{api}/{path} where several
// APIs of a branch have the same path.

export interface MockAddress {
  project: string
  branch: string
  /** The stable id of an API; null where the address names none. */
  api: string | null
  /** The path of the operation as it came, beginning with a slash. */
  path: string
}

/** What a path below the function's own names; null for none. */
export function mockAddress(pathname: string): MockAddress | null {
  const [, project = '', branch = '', rest = ''] = /^\/([^/]+)\/([^/]+)(\/.*)?$/.exec(pathname) ?? []
  const names = [decoded(project), decoded(branch)]
  if (!names[0] || !names[1]) return null
  const [, api, path = rest] = /^\/~([\w.-]+)(\/.*|$)/.exec(rest) ?? []
  return { project: names[0], branch: names[1], api: api ?? null, path: path || '/' }
}

/** A segment as it was meant; as it is where it was encoded wrongly. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
