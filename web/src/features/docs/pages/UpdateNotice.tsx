import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { useRead } from '../../../shared/data/read.ts'
import { projectTopic, usePolled } from '../../../shared/data/realtime.ts'
import { lazyPart } from '../components/lazy-part.ts'
import { analysisQuery, type Branch, type Project } from '../queries.ts'

const UpdateComing = lazyPart(() => import('./UpdateAlerts.tsx').then((module) => module.UpdateComing))
const UpdateFailed = lazyPart(() => import('./UpdateAlerts.tsx').then((module) => module.UpdateFailed))

const UpdateWarnings = lazyPart(() => import('./UpdateAlerts.tsx').then((module) => module.UpdateWarnings))

const pollMs = 3_000

/** For editors of a branch with content: that a newer version is on its way, why it did not arrive, or what it warns of. */
export function UpdateNotice({ project, branch }: { project: Project; branch: Branch }) {
  const client = useQueryClient()
  const poll = usePolled(projectTopic(project.id), pollMs)
  const query = useRead({
    ...analysisQuery(branch.id),
    staleTime: pollMs,
    refetchInterval: ({ state }) => (isPending(state.data?.status) ? poll : false),
  })
  const status = query.data?.status
  const before = useRef(status)
  useEffect(() => {
    if (isPending(before.current) && status === 'success')
      void client.invalidateQueries({ queryKey: ['docs-project'] })
    before.current = status
  }, [status, client])

  const task = query.data
  if (!task || (status === 'success' && !(task.payload?.errors || task.payload?.warnings))) return null
  return (
    <Suspense>
      {isPending(status) ? (
        <UpdateComing />
      ) : status === 'success' ? (
        <UpdateWarnings project={project} task={task} />
      ) : (
        <UpdateFailed project={project} branch={branch} task={task} />
      )}
    </Suspense>
  )
}

const isPending = (status: string | undefined): boolean => status === 'queued' || status === 'running'
