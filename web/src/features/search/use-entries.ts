import { useState } from 'react'
import { paths } from '../../shared/config/paths.ts'
import { recentSearches } from '../../shared/data/recent.ts'
import { minimumLength, type SearchHit } from '../../shared/data/search.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import { matching, useCommands } from './commands.ts'
import { type SearchAnswer, type TocLink, useProjectScope, useSearch, useTableOfContents } from './queries.ts'

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
}

/** What the overlay lists: results for a query; without one the project's table of contents, or what is at hand. */
export function useEntries(text: string, projectSlug: string | undefined, types: string[] | null): Entries {
  const typed = text.trim()
  const settled = useDebounced(typed, debounceMs)
  const scope = useProjectScope(projectSlug)
  const scopeKnown = projectSlug === undefined || !scope.isPending
  const search = useSearch(settled, scope.data?.id, types, scopeKnown)
  const toc = useTableOfContents(scope.data?.default_branch_id)
  const commands = useCommands()
  const workspace = useWorkspace()
  const [recent] = useState(() => recentSearches(workspace.id))
  const inProject = projectSlug !== undefined

  if (!typed) {
    const items = inProject
      ? (toc.data ?? []).map((page) => pageEntry(page, projectSlug))
      : [...recent.map(recentEntry), ...commands.map(commandEntry)]
    const empty = items.length === 0 && !inProject ? tooShort : null
    return { items, message: empty, searching: false, failed: false }
  }
  const chosen = types ? [] : matching(commands, typed).map(commandEntry)
  if (search.isError) {
    return { items: chosen, message: 'Error while loading search results.', searching: false, failed: true }
  }
  if (search.fetchStatus === 'paused') {
    const message = 'You are offline. Results appear once you are connected again.'
    return { items: chosen, message, searching: false, failed: true }
  }
  // What is shown belongs to what was asked last: a shorter text asks for no pages.
  const asks = settled.length >= minimumLength
  const answer = search.data && settled ? answerEntries(search.data, inProject, asks) : []
  const items = inProject ? [...answer, ...chosen] : [...chosen, ...answer]
  const none = asks && search.isSuccess && items.length === 0 ? 'No results. Try another search term.' : null
  return {
    items,
    message: typed.length < minimumLength ? tooShort : none,
    searching: search.isFetching || typed !== settled,
    failed: false,
  }
}

const tooShort = `Type at least ${minimumLength} characters.`
const plain = { detail: '', method: null, words: [] }

function answerEntries(answer: SearchAnswer, inProject: boolean, withPages: boolean): Entry[] {
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
    ...(withPages ? answer.nodes.map((hit) => hitEntry(hit, inProject)) : []),
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

function hitEntry(hit: SearchHit, inProject: boolean): Entry {
  const where = inProject ? [] : [hit.project_name]
  return {
    key: `${hit.project_id}/${hit.node_id}`,
    group: 'Pages',
    to: paths.docs(hit.project_slug, undefined, hit.slug),
    title: hit.name,
    detail: [...where, hit.path ?? hit.summary].filter(Boolean).join(' · '),
    type: hit.type,
    method: hit.method,
    words: hit.words,
  }
}

function pageEntry({ slug, title, type, method }: TocLink, project: string): Entry {
  return {
    ...plain,
    key: slug,
    group: 'Contents',
    to: paths.docs(project, undefined, slug),
    title,
    type,
    method,
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
