import PushPin from '@mui/icons-material/PushPin'
import PushPinOutlined from '@mui/icons-material/PushPinOutlined'
import IconButton from '@mui/material/IconButton'
import { usePermissions, useProjectPermissions } from '../../../../shared/data/me.ts'
import type { ProjectRow } from '../../../../shared/data/projects.ts'
import { usePinToggle } from '../../../../shared/ui/use-pin-toggle.tsx'
import type { Project } from '../../queries.ts'

/** Pins the project to the workspace's sidebar, for full members who may add others. */
export function PinButton({ project }: { project: Project }) {
  const workspace = usePermissions()
  const { can } = useProjectPermissions(project.id)
  const pins = usePinToggle()
  if (!workspace.can('WorkspaceFullMember') || !can('project_members_add') || pins.isPending) return null
  const isPinned = pins.isPinned(project)
  const label = isPinned ? 'Unpin from sidebar' : 'Pin to sidebar'
  return (
    <>
      <IconButton
        size="small"
        title={label}
        aria-label={label}
        onClick={() => pins.toggle(rowOf(project))}
        sx={{ color: 'inherit' }}
      >
        {isPinned ? (
          <PushPin fontSize="compact" aria-hidden />
        ) : (
          <PushPinOutlined fontSize="compact" aria-hidden />
        )}
      </IconButton>
      {pins.question}
    </>
  )
}

/** As the sidebar lists it, until it reads its list again. */
function rowOf({ id, name, slug, description, type, visibility, flavor, ...look }: Project): ProjectRow {
  return {
    id,
    name,
    slug,
    type,
    visibility,
    description: description ?? '',
    icon_name: look.icon_name ?? '',
    icon_color: look.icon_color ?? '',
    flavor: flavor as ProjectRow['flavor'],
    group_id: null,
    updated_at: '',
  }
}
