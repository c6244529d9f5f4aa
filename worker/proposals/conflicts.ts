// Which files both branches of a proposal changed, and what in them is in dispute: written down beside what differs.
import type { ClientBase } from 'pg'
import type { Storage } from '../storage.ts'
import { bothSides, bringTogether, type Disputed, Reader, threeStates } from './files.ts'

export interface Conflicts {
  files: Disputed[]
  conflicts: number
  /** How many files of the baseline the merge would change. */
  changed: number
}

/** What a merge would ask; null for projects that are merged elsewhere. */
export async function findConflicts(
  db: ClientBase,
  storage: Storage,
  branches: { branchId: string; baselineId: string },
): Promise<Conflicts | null> {
  const { rows } = await db.query<{ workspaceId: string; type: string }>(
    `select p.workspace_id as "workspaceId", p.type from public.branches b join public.projects p on p.id = b.project_id where b.id = $1`,
    [branches.branchId],
  )
  const [project] = rows
  if (project?.type !== 'web') return null
  const states = await threeStates(db, branches)
  const reader = new Reader(db, storage, project.workspaceId)
  const files: Disputed[] = []
  const { kept, written } = await bringTogether(states, async (path) => {
    const { disputed, decide } = await bothSides(states, path, reader)
    if (disputed.conflicts.length === 0) return decide([])
    files.push(disputed)
    return states.ours.get(path) ?? null
  })
  const paths = new Set([...states.ours.keys(), ...kept.keys(), ...written.keys()])
  const changed = [...paths].filter((path) => written.has(path) || kept.get(path) !== states.ours.get(path))
  return {
    files,
    conflicts: files.reduce((sum, { conflicts }) => sum + conflicts.length, 0),
    changed: changed.length + files.length,
  }
}
