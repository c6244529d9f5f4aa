import { paths } from '../../../shared/config/paths.ts'

const mark = '~'

/** Address of a node of which only the URI is known (`/docs/intro.md`); the page there leads on to its slug. */
export function uriPath(projectSlug: string, branchSlug: string, uri: string): string {
  return paths.docs(projectSlug, branchSlug, `${mark}${uri}`)
}

/** The URI that such an address names, undefined for a slug. */
export function uriOfPath(nodePath: string): string | undefined {
  return nodePath.startsWith(`${mark}/`) ? nodePath.slice(mark.length) : undefined
}
