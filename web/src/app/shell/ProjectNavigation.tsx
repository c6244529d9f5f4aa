import PushPin from '@mui/icons-material/PushPin'
import { memo } from 'react'
import { usePermissions } from '../../shared/data/me.ts'
import { useGroups } from '../../shared/data/projects.ts'
import { ProjectIcon } from '../../shared/ui/ProjectIcon.tsx'
import { usePinToggle } from '../../shared/ui/use-pin-toggle.tsx'
import { ProjectLink } from './ProjectLink.tsx'
import { ProjectPages } from './ProjectPages.tsx'
import { SidebarSection } from './SidebarSection.tsx'

/** A company with more groups opens the one it looks for: each open one is a list that is read and drawn. */
const mostOpenGroups = 8

/** Pinned projects, each group's projects, and the rest; every list is read a page at a time when it is open. */
// Hundreds of groups and projects need not be drawn again because the address changed.
export const ProjectNavigation = memo(function ProjectNavigation() {
  const groups = useGroups()
  const pins = usePinToggle()
  // A guest may have been given a project of a group that only full members see.
  const seesAllGroups = usePermissions().can('WorkspaceProjectsView')
  const rest = seesAllGroups ? { group: null } : { outside: groups.data?.map(({ id }) => id) ?? [] }
  const list = { pinnedIds: new Set(pins.pinned.map(({ id }) => id)), onPin: pins.toggle }
  return (
    <>
      {pins.pinned.length > 0 ? (
        <SidebarSection id="pinned" title="Pinned" icon={<PushPin fontSize="tiny" />}>
          {pins.pinned.map((project) => (
            <ProjectLink key={project.id} project={project} place="pinned" onPin={pins.toggle} />
          ))}
        </SidebarSection>
      ) : null}
      {groups.data?.map((group) => (
        <SidebarSection
          key={group.id}
          id={`group-${group.id}`}
          startsFolded={groups.data.length > mostOpenGroups}
          title={group.name}
          icon={<ProjectIcon name={group.icon} colour={group.icon_color} size="chip" />}
        >
          <ProjectPages filter={{ group: group.id }} empty="No projects in this group" {...list} />
        </SidebarSection>
      ))}
      <SidebarSection id="projects" title={groups.data?.length ? 'Other projects' : 'Projects'}>
        <ProjectPages filter={rest} empty="No projects yet" {...list} />
      </SidebarSection>
      {pins.question}
    </>
  )
})
