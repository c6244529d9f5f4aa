/** What a search of pages is narrowed by, beside their types. */
export interface PageFilters {
  /** The slug of the one project that is searched. */
  project: string | undefined
  /** The slug of the version that is searched; without one the default version of each project is. */
  version: string | undefined
  tag: string | undefined
}

export const noFilters: PageFilters = { project: undefined, version: undefined, tag: undefined }

/** How many of them are set. */
export const countOf = ({ project, version, tag }: PageFilters) =>
  [project, version, tag].filter((one) => one !== undefined).length

/** Tags of what was found, each once, for choosing among them. */
export function tagsOf(hits: readonly { tags: readonly string[] }[]): string[] {
  return [...new Set(hits.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b))
}
