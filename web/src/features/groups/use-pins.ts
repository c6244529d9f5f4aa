import { usePin } from '../../shared/data/pins.ts'
import { usePinnedProjects } from '../../shared/data/projects.ts'
import { asRow, type Project } from './model.ts'

/** The projects that the caller has pinned to the sidebar, and changing that. */
export function usePins() {
  const pinned = usePinnedProjects()
  const pin = usePin()
  const ids = new Set(pinned.data?.map(({ id }) => id))
  return {
    isPending: pinned.isPending,
    isPinned: (project: Project) => ids.has(project.id),
    pin: (project: Project, isPinned: boolean) => pin.mutate({ project: asRow(project), pinned: isPinned }),
  }
}
