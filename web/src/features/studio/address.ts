// The addresses of the Studio: /studio/{project}[/edit][:{branch}].

export interface StudioAddress {
  projectSlug: string
  branchSlug?: string
}

/** Reads a path; null for one that names no project. */
export function readAddress(pathname: string): StudioAddress | null {
  const found = /^\/studio\/([^/:]+)(?:\/edit)?\/?(?::(.+?))?\/?$/.exec(pathname)
  const [projectSlug, branchSlug] = [plain(found?.[1]), plain(found?.[2])]
  if (!projectSlug) return null
  return branchSlug ? { projectSlug, branchSlug } : { projectSlug }
}

function plain(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part)
  } catch {
    return null
  }
}
