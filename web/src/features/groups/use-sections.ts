// The projects of each group that has been unfolded and seen, each list as long as it was scrolled.
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageOf } from '../../shared/data/api.ts'
import { type Key, keyOf } from '../../shared/data/keys.ts'
import { readOptions } from '../../shared/data/read.ts'
import { useScope, useWorkspace } from '../../shared/data/workspace.tsx'
import { useToast } from '../../shared/ui/toast.ts'
import type { Project } from './model.ts'
import { type ProjectPage, readProjects } from './queries.ts'

/** A group's id, or null for the projects in no group. */
export type SectionId = number | null

export interface Section {
  projects: Project[]
  /** Whether the server has more of them, or has not been asked yet. */
  hasMore: boolean
  error: Error | null
}

const pageSize = 100
const longestPage = 1000

const unread: Section = { projects: [], hasMore: true, error: null }

/** The sections read so far, always the one without a group; `more` reads the first or the next page of one. */
export function useSections(order: string) {
  const client = useQueryClient()
  const toast = useToast()
  const { id: workspaceId } = useWorkspace()
  const scope = useScope()
  const [seen, setSeen] = useState<SectionId[]>([null])
  const underway = useRef(new Set<SectionId>())
  const key = (id: SectionId): Key => ['projects', { list: 'section', section: id, order }]
  const cached = (id: SectionId) => keyOf(key(id), scope)

  const read = async (id: SectionId): Promise<ProjectPage> => {
    const known = client.getQueryData<ProjectPage>(cached(id))
    return readUntil(workspaceId, id, order, Math.max(pageSize, known?.items.length ?? 0))
  }
  const sections = useQueries({
    queries: seen.map((id) => readOptions(scope, { key: key(id), read: () => read(id) })),
    combine: (results) =>
      new Map(
        results.map(({ data, error }, index): [SectionId, Section] => [
          seen[index] ?? null,
          { projects: data?.items ?? [], hasMore: !data || data.next !== null, error },
        ]),
      ),
  })

  const more = async (id: SectionId) => {
    // Several ask at once: each adds to what the others did.
    if (!seen.includes(id)) return setSeen((now) => (now.includes(id) ? now : [...now, id]))
    const known = client.getQueryData<ProjectPage>(cached(id))
    if (!known) return void client.refetchQueries({ queryKey: cached(id) })
    if (known.next === null || underway.current.has(id)) return
    underway.current.add(id)
    try {
      const page = await readPage(workspaceId, id, order, known.next, pageSize)
      client.setQueryData<ProjectPage>(cached(id), (now) => appended(now, known.next, page))
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      underway.current.delete(id)
    }
  }
  return { sectionOf: (id: SectionId): Section => sections.get(id) ?? unread, more }
}

/** A list that changed meanwhile keeps its own end: its next page is another. */
function appended(now: ProjectPage | undefined, after: string | null, page: ProjectPage) {
  if (!now || now.next !== after) return now
  return { ...page, items: [...now.items, ...page.items] }
}

function readPage(workspaceId: number, id: SectionId, order: string, after: string | null, limit: number) {
  const section = id === null ? { p_without_group: true } : { p_group_id: id }
  return readProjects(workspaceId, { ...section, p_order: order, p_after: after, p_limit: limit })
}

async function readUntil(workspaceId: number, id: SectionId, order: string, wanted: number) {
  const items: Project[] = []
  let next: string | null = null
  do {
    const limit: number = Math.min(longestPage, wanted - items.length)
    const page: ProjectPage = await readPage(workspaceId, id, order, next, limit)
    items.push(...page.items)
    next = page.next
  } while (next !== null && items.length < wanted)
  return { items, next, total: null }
}
