import { useState } from 'react'
import type { Project } from './model.ts'
import { projectRowId, type TableRow } from './rows.ts'
import { mostAtOnce } from './use-table-rows.ts'

/** The projects ticked in the table, of those that it shows. */
export function useSelection(rows: TableRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const shown = rows.flatMap((row) => (row.kind === 'project' ? row.project : []))
  const projects = shown.filter(({ id }) => ids.has(projectRowId(id)))
  return {
    ids: new Set(projects.map(({ id }) => projectRowId(id))),
    projects,
    set: (next: Set<string>) => setIds(next),
    /** Ticks these alone: all that were found, or what failed, for another try. */
    keep: (projects: number[]) => setIds(new Set(projects.map(projectRowId))),
    /** All of them when this one is among them. */
    withProject: (project: Project) => (ids.has(projectRowId(project.id)) ? projects : [project]),
    tooMany: projects.length > mostAtOnce ? `At most ${mostAtOnce} can be changed at once.` : null,
  }
}
