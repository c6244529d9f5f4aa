import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import { SidePanel } from '../../../shared/ui/SidePanel.tsx'
import { canInGroup, counted, type Group, visibilityLabels } from '../model.ts'
import type { View } from '../use-view.ts'
import { GroupAdmins } from './GroupAdmins.tsx'
import { GroupOverview } from './GroupOverview.tsx'
import { GroupSettings } from './GroupSettings.tsx'
import { NotFoundPanel } from './NotFoundPanel.tsx'

interface Props {
  slug: string
  groups: Group[]
  isLoading: boolean
  view: View
  onLeave: (group: Group) => void
  onDelete: (group: Group) => void
}

/** Details of a group: its projects, its admins, its settings. */
export function GroupPanel({ slug, groups, isLoading, view, onLeave, onDelete }: Props) {
  const group = groups.find((one) => one.slug === slug)
  if (isLoading) return <SidePanel open title={slug} isLoading onClose={view.close} />
  if (!group) return <NotFoundPanel title="Group Not Found" error={null} onClose={view.close} />
  const tabs = [
    {
      id: 'overview',
      label: 'Overview',
      content: <GroupOverview group={group} view={view} onLeave={onLeave} onDelete={onDelete} />,
    },
    ...(canInGroup(group, 'group_member_read')
      ? [
          {
            id: 'admins',
            label: 'Admins',
            content: <GroupAdmins key={group.id} group={group} onLeave={onLeave} />,
          },
        ]
      : []),
    ...(canInGroup(group, 'group_settings_view')
      ? [
          {
            id: 'settings',
            label: 'Settings',
            content: <GroupSettings key={group.id} group={group} onDelete={onDelete} />,
          },
        ]
      : []),
  ]
  return (
    <SidePanel
      open
      title={group.name}
      subtitle={`${visibilityLabels[group.visibility]} group, ${counted(group.projects_count, 'project')}`}
      icon={<ProjectIcon name={group.icon} colour={group.icon_color} size="title" />}
      onClose={view.close}
      tabs={tabs}
      tab={view.tab}
      onTabChange={(tab) => view.change({ tab })}
    />
  )
}
