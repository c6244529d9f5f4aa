import PushPin from '@mui/icons-material/PushPin'
import { lazy, memo, Suspense, useState } from 'react'
import { usePin } from '../../shared/data/pins.ts'
import { type ProjectRow, useGroups, usePinnedProjects } from '../../shared/data/projects.ts'
import { usePermissions } from '../../shared/data/workspace.tsx'
import { ProjectIcon } from '../../shared/ui/ProjectIcon.tsx'
import { ProjectLink } from './ProjectLink.tsx'
import { ProjectPages } from './ProjectPages.tsx'
import { SidebarSection } from './SidebarSection.tsx'

const ConfirmDialog = lazy(() =>
  import('../../shared/ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** A company with more groups opens the one it looks for: each open one is a list that is read and drawn. */
const mostOpenGroups = 8

/** Pinned projects, each group's projects, and the rest; every list is read a page at a time when it is open. */
// Hundreds of groups and projects need not be drawn again because the address changed.
export const ProjectNavigation = memo(function ProjectNavigation() {
  const pinned = usePinnedProjects()
  const groups = useGroups()
  const pin = usePin()
  // A guest may have been given a project of a group that only full members see.
  const seesAllGroups = usePermissions().can('WorkspaceProjectsView')
  const rest = seesAllGroups ? { group: null } : { outside: groups.data?.map(({ id }) => id) ?? [] }
  const [unpinning, setUnpinning] = useState<ProjectRow>()
  const pinnedIds = new Set(pinned.data?.map((project) => project.id))
  const togglePin = (project: ProjectRow) =>
    pinnedIds.has(project.id) ? setUnpinning(project) : pin.mutate({ project, pinned: true })
  const list = { pinnedIds, onPin: togglePin }
  return (
    <>
      {pinned.data?.length ? (
        <SidebarSection id="pinned" title="Pinned" icon={<PushPin sx={{ fontSize: 14 }} />}>
          {pinned.data.map((project) => (
            <ProjectLink key={project.id} project={project} pinned onPin={togglePin} />
          ))}
        </SidebarSection>
      ) : null}
      {groups.data?.map((group) => (
        <SidebarSection
          key={group.id}
          id={`group-${group.id}`}
          startsFolded={groups.data.length > mostOpenGroups}
          title={group.name}
          icon={<ProjectIcon name={group.icon} colour={group.icon_color} size={18} />}
        >
          <ProjectPages filter={{ group: group.id }} empty="No projects in this group" {...list} />
        </SidebarSection>
      ))}
      <SidebarSection id="projects" title={groups.data?.length ? 'Other projects' : 'Projects'}>
        <ProjectPages filter={rest} empty="No projects yet" {...list} />
      </SidebarSection>
      {unpinning ? (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            title="Unpin project"
            confirmLabel="Unpin"
            onClose={() => setUnpinning(undefined)}
            onConfirm={() => pin.mutate({ project: unpinning, pinned: false })}
          >
            {unpinning.name} will no longer be pinned to your sidebar.
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </>
  )
})
