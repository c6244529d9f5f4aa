import { useRead } from '../../../shared/data/read.ts'
import { projectTopic, usePolled } from '../../../shared/data/realtime.ts'
import { useScope } from '../../../shared/data/workspace.tsx'
import { type Project, projectQuery } from '../queries.ts'

const pollMs = 5_000
/** Of visitors, who have no channel: a public page may have any number of readers. */
const visitorPollMs = 30_000

/** Keeps the docs that are open at the last analysis of their branch, also while nobody tells of changes. */
export function useFollowed({ id, workspace_id, slug }: Project): void {
  const { viewer } = useScope()
  const refetchInterval = usePolled(projectTopic(id), viewer === null ? visitorPollMs : pollMs)
  useRead({ ...projectQuery(workspace_id, slug), refetchInterval })
}
