import type { WorkspacePermission } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import { SidePanel } from '../../../shared/ui/SidePanel.tsx'
import { ShareProject } from '../../../shared/ui/sharing-slot.tsx'
import { canInProject, flavorLabels, type Project } from '../model.ts'
import { useProject } from '../queries.ts'
import type { Details, View } from '../use-view.ts'
import { NotFoundPanel } from './NotFoundPanel.tsx'
import { ProjectOverview } from './ProjectOverview.tsx'

interface Props {
  slug: string
  view: View
  can: (permission: WorkspacePermission) => boolean
  onMove: (project: Project) => void
  onDelete: (project: Project) => void
}

/** Details of a project: what it is, and who has access to it. */
export function ProjectPanel({ slug, view, can, onMove, onDelete }: Props) {
  const query = useProject(slug)
  const project = query.data
  if (query.isPending) return <SidePanel open title={slug} isLoading onClose={view.close} />
  if (!project) return <NotFoundPanel title="Project Not Found" error={query.error} onClose={view.close} />
  const open = (details: Details) => view.open(details)
  const overview = {
    id: 'overview',
    label: 'Overview',
    content: <ProjectOverview project={project} onOpen={open} onMove={onMove} onDelete={onDelete} />,
  }
  const members = {
    id: 'members',
    label: 'Members',
    content: <ShareProject projectId={project.id} projectName={project.name} />,
  }
  // Guests and viewers see nobody else.
  const seesMembers = canInProject(project, 'project_members_add') && can('WorkspaceFullMember')
  return (
    <SidePanel
      open
      title={project.name}
      subtitle={flavorLabels[project.flavor]}
      icon={<ProjectIcon name={project.icon_name} colour={project.icon_color} size="title" />}
      onClose={view.close}
      tabs={seesMembers ? [overview, members] : [overview]}
      tab={view.tab}
      onTabChange={(tab) => view.change({ tab })}
    />
  )
}
