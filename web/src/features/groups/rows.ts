// The table's rows: each group's header, its projects under it, and what stands in for those not read yet.
import type { Group, Project } from './model.ts'
import type { Section, SectionId } from './use-sections.ts'

export interface GroupHeader {
  kind: 'group'
  /** Null for the projects that are in no group. */
  group: Group | null
  isOpen: boolean
  /** What the header counts; null where that is not known. */
  count: number | null
}

export interface ProjectLine {
  kind: 'project'
  project: Project
}

/** Stands for what is read as soon as it is seen. */
export interface MoreLine {
  kind: 'more'
  section: SectionId
  known: number
  error: Error | null
}

export type TableRow = GroupHeader | ProjectLine | MoreLine

/** The id of a row, and of the address that leads there. */
export function rowIdOf(row: TableRow): string {
  if (row.kind === 'project') return projectRowId(row.project.id)
  if (row.kind === 'more') return `more:${row.section ?? 'none'}`
  return groupRowId(row.group?.id ?? null)
}

/** The row id of a group's header. */
export const groupRowId = (id: SectionId) => `group:${id ?? 'none'}`
/** The row id of a project. */
export const projectRowId = (id: number) => `project:${id}`

/** Every group with what has been read of it; the projects without a group come last. */
export function rowsBySection(
  groups: Group[],
  isClosed: (id: SectionId) => boolean,
  sectionOf: (id: SectionId) => Section,
): TableRow[] {
  const rows = groups.flatMap((group): TableRow[] => {
    const isOpen = !isClosed(group.id)
    const header: TableRow = { kind: 'group', group, isOpen, count: group.projects_count }
    if (!isOpen || group.projects_count === 0) return [header]
    return [header, ...linesOf(group.id, sectionOf(group.id))]
  })
  const others = sectionOf(null)
  if (others.projects.length === 0 && !others.error) return rows
  const isOpen = !isClosed(null)
  const count = others.hasMore ? null : others.projects.length
  return [...rows, { kind: 'group', group: null, isOpen, count }, ...(isOpen ? linesOf(null, others) : [])]
}

function linesOf(id: SectionId, { projects, hasMore, error }: Section): TableRow[] {
  const lines = projects.map((project): TableRow => ({ kind: 'project', project }))
  return hasMore ? [...lines, { kind: 'more', section: id, known: projects.length, error }] : lines
}

/** What a search found, under the groups it was found in; groups of that name stand there too. */
export function rowsOfMatches(
  groups: Group[],
  matches: Project[],
  isClosed: (id: SectionId) => boolean,
  isNamed: (group: Group) => boolean,
): TableRow[] {
  const found = Map.groupBy(matches, (project) => project.group?.id ?? null)
  const section = (group: Group | null): TableRow[] => {
    const id = group?.id ?? null
    const projects = found.get(id) ?? []
    const isOpen = !isClosed(id)
    const lines = isOpen ? projects.map((project): TableRow => ({ kind: 'project', project })) : []
    return [{ kind: 'group', group, isOpen, count: projects.length }, ...lines]
  }
  const shown = groups.filter((group) => found.has(group.id) || isNamed(group))
  return [...shown.flatMap(section), ...(found.has(null) ? section(null) : [])]
}
