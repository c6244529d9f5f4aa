import { useMemo } from 'react'
import { paths } from '../../shared/config/paths.ts'
import { useProjectsBySlug } from '../../shared/data/projects.ts'
import { recentProjects, recentSearches } from '../../shared/data/recent.ts'
import { minimumLength, type SearchHit } from '../../shared/data/search.ts'
import { useScope } from '../../shared/data/workspace.tsx'
import { type PageFilters, tagsOf } from '../../shared/search/filters.ts'
import { useProjectScope, useVersions } from '../../shared/search/queries.ts'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import { matching, useCommands } from './commands.ts'
import { type SearchAnswer, type TocLink, useSearch, useTableOfContents } from './queries.ts'

const debounceMs = 250

export interface Entry {
  key: string
  /** What it is listed under. */
  group: string
  title: string
  detail: string
  type: string
  method: string | null
  /** Those words of title and detail that were searched for. */
  words: readonly string[]
  /** Where it leads; a command may do something instead, a recent search is searched for again. */
  to?: string
  run?: () => void
  search?: string
}

export interface Entries {
  items: Entry[]
  /** What is said instead of, or above, the items. */
  message: string | null
  searching: boolean
  failed: boolean
  /** Tags of what was found. */
  tags: string[]
}

/**
 * What the overlay lists: results for a query or a tag; without one the table of contents of the project's version, or
 * what is at hand.
 */
export function useEntries(text: string, filters: PageFilters, types: string[] | null): Entries {
  const { project: projectSlug, version, tag } = filters
  const typed = text.trim()
  const settled = useDebounced(typed, debounceMs)
  const scope = useProjectScope(projectSlug)
  const scopeKnown = projectSlug === undefined || !scope.isPending
  // Of a project that cannot be seen nothing is found, rather than something of others.
  const projectId = projectSlug === undefined ? undefined : (scope.data?.id ?? 0)
  const search = useSearch({ text: settled, types, projectId, version, tag }, scopeKnown)
  const versions = useVersions(version === undefined ? undefined : projectId)
  const toc = useTableOfContents(
    version === undefined
      ? scope.data?.default_branch_id
      : versions.data?.find(({ slug }) => slug === version)?.id,
  )
  const commands = useCommands()
  const viewing = useScope()
  const recent = useMemo(() => recentSearches(viewing), [viewing])
  const visited = useMemo(() => recentProjects(viewing), [viewing])
  const projects = useProjectsBySlug(visited)
  const inProject = projectSlug !== undefined
  const tags = search.data ? tagsOf(search.data.nodes) : []

  if (!typed && tag === undefined) {
    const items = inProject
      ? (toc.data ?? []).map((page) => pageEntry(page, projectSlug, version))
      : [
          ...(projects.data ?? []).map(projectEntry),
          ...recent.map(recentEntry),
          ...commands.map(commandEntry),
        ]
    const empty = items.length === 0 && !inProject ? tooShort : null
    return { items, message: empty, searching: false, failed: false, tags: [] }
  }
  const chosen = types ? [] : matching(commands, typed).map(commandEntry)
  if (search.isError) {
    const message = 'Error while loading search results.'
    return { items: chosen, message, searching: false, failed: true, tags }
  }
  if (search.fetchStatus === 'paused') {
    const message = 'You are offline. Results appear once you are connected again.'
    return { items: chosen, message, searching: false, failed: true, tags }
  }
  // What is shown belongs to what was asked last: a shorter text asks for no pages.
  const asks = settled.length >= minimumLength || (settled === '' && tag !== undefined)
  const answer = search.data && (settled || tag) ? answerEntries(search.data, filters, asks) : []
  const items = inProject ? [...answer, ...chosen] : [...chosen, ...answer]
  const none = asks && search.isSuccess && items.length === 0 ? 'No results. Try another search term.' : null
  return {
    items,
    message: typed && typed.length < minimumLength ? tooShort : none,
    searching: search.isFetching || typed !== settled,
    failed: false,
    tags,
  }
}

const tooShort = `Type at least ${minimumLength} characters.`
const plain = { detail: '', method: null, words: [] }

function answerEntries(answer: SearchAnswer, filters: PageFilters, withPages: boolean): Entry[] {
  const place =
    (kind: string, group: string, to: (slug: string) => string) =>
    (row: { id: number; slug: string; name: string }) => ({
      ...plain,
      key: `${kind}/${row.id}`,
      group,
      title: row.name,
      type: kind,
      to: to(row.slug),
    })
  return [
    ...answer.projects.map(place('project', 'Projects', (slug) => paths.docs(slug))),
    ...(withPages ? answer.nodes.map((hit) => hitEntry(hit, filters)) : []),
    ...answer.people.map((person) => ({
      ...plain,
      key: `person/${person.user_id}`,
      group: 'People',
      title: person.display_name,
      detail: person.email ?? person.username,
      type: 'member',
      to: paths.admin.membersNamed(person.email ?? person.username),
    })),
    ...answer.groups.map(place('group', 'Groups', paths.admin.group)),
    ...answer.teams.map(place('team', 'Teams', paths.admin.team)),
  ]
}

function hitEntry(hit: SearchHit, { project, version }: PageFilters): Entry {
  const where = project === undefined ? [hit.project_name] : []
  return {
    key: `${hit.project_id}/${hit.node_id}`,
    group: 'Pages',
    to: paths.docs(hit.project_slug, version === undefined ? undefined : hit.branch_slug, hit.slug),
    title: hit.name,
    detail: [...where, hit.path ?? hit.summary].filter(Boolean).join(' · '),
    type: hit.type,
    method: hit.method,
    words: hit.words,
  }
}

function pageEntry(
  { slug, title, type, method }: TocLink,
  project: string,
  version: string | undefined,
): Entry {
  return {
    ...plain,
    key: slug,
    group: 'Contents',
    to: paths.docs(project, version, slug),
    title,
    type,
    method,
  }
}

function projectEntry({ slug, name }: { slug: string; name: string }): Entry {
  return {
    ...plain,
    key: `visited/${slug}`,
    group: 'Recent projects',
    title: name,
    type: 'project',
    to: paths.docs(slug),
  }
}

function recentEntry(text: string): Entry {
  return {
    ...plain,
    key: `recent/${text}`,
    group: 'Recent searches',
    title: text,
    type: 'search',
    search: text,
  }
}

function commandEntry({ title, to, run }: { title: string; to?: string; run?: () => void }): Entry {
  const target = { ...(to === undefined ? {} : { to }), ...(run === undefined ? {} : { run }) }
  return {
    ...plain,
    key: `command/${title}`,
    group: 'Commands',
    title,
    type: to ? 'open' : 'switch',
    ...target,
  }
}
