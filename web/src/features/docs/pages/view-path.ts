import type { DocsView } from '../../../shared/config/paths.ts'

export interface ViewAddress {
  view: DocsView
  /** The page that it is about; undefined for the whole branch. */
  slug: string | undefined
}

/** What an address names beside pages (`~changelog`, `~dependencies/pets`); undefined for a page. */
export function viewOfPath(nodePath: string): ViewAddress | undefined {
  const [, view, slug] = /^~(changelog|dependencies|problems)(?:\/(.+))?$/.exec(nodePath) ?? []
  return view === undefined ? undefined : { view: view as DocsView, slug }
}
