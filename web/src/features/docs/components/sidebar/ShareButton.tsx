import InfoOutlined from '@mui/icons-material/InfoOutlined'
import PersonAddAlt from '@mui/icons-material/PersonAddAlt'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { usePermissions, useProjectPermissions } from '../../../../shared/data/me.ts'
import { ShareDialog } from '../../../../shared/ui/sharing-slot.tsx'
import type { Project } from '../../queries.ts'

/** Shares the project, for full members who may add others; other members see why they have access. */
export function ShareButton({ project }: { project: Project }) {
  const workspace = usePermissions()
  const { can } = useProjectPermissions(project.id)
  const [isOpen, setOpen] = useState(false)
  if (!can('project_read')) return null
  const mayShare = workspace.can('WorkspaceFullMember') && can('project_members_add')
  const label = mayShare ? 'Share' : 'Your access'
  return (
    <>
      <IconButton
        size="small"
        title={label}
        aria-label={label}
        onClick={() => setOpen(true)}
        sx={{ color: 'inherit' }}
      >
        {mayShare ? (
          <PersonAddAlt fontSize="compact" aria-hidden />
        ) : (
          <InfoOutlined fontSize="compact" aria-hidden />
        )}
      </IconButton>
      {isOpen ? (
        <ShareDialog open onClose={() => setOpen(false)} projectId={project.id} projectName={project.name} />
      ) : null}
    </>
  )
}
