import PushPin from '@mui/icons-material/PushPin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { OverPlanChip } from '../../../shared/billing/OverPlanChip.tsx'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import type { Project } from '../model.ts'

/** A project in the table: its name, what it is about, and whether it is pinned. */
export function ProjectCell({ project, isPinned }: { project: Project; isPinned: boolean }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minWidth: 0,
        width: '100%',
        pl: { xs: 1, md: 4.5 },
      }}
    >
      <ProjectIcon name={project.icon_name} colour={project.icon_color} size="row" />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Typography variant="body2" component="span" noWrap title={project.name} sx={{ fontWeight: 500 }}>
            {project.name}
          </Typography>
          {isPinned ? (
            <PushPin titleAccess="Pinned" fontSize="inherit" sx={{ color: 'text.secondary' }} />
          ) : null}
          <OverPlanChip projectId={project.id} />
        </Box>
        {project.description ? (
          <Typography variant="body2" color="textSecondary" noWrap title={project.description}>
            {project.description}
          </Typography>
        ) : null}
      </Box>
    </Box>
  )
}
