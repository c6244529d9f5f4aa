import ChevronRight from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import { counted } from '../model.ts'
import type { GroupHeader } from '../rows.ts'

/** A group in the table: folds its projects, and says how many there are. */
export function GroupCell({ row, onToggle }: { row: GroupHeader; onToggle: () => void }) {
  const { group, isOpen, count } = row
  const name = group?.name ?? 'No group'
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0, width: '100%' }}>
      <IconButton
        size="small"
        edge="start"
        aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${name}`}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <ChevronRight
          fontSize="small"
          sx={(theme) => ({
            transform: isOpen ? 'rotate(90deg)' : 'none',
            transition: theme.transitions.create('transform', {
              duration: theme.transitions.duration.shortest,
            }),
          })}
        />
      </IconButton>
      {group ? <ProjectIcon name={group.icon} colour={group.icon_color} size="row" /> : null}
      <Typography variant="subtitle2" component="span" noWrap title={name}>
        {name}
      </Typography>
      {count === null ? null : (
        <Typography variant="body2" component="span" color="textSecondary" noWrap sx={{ flex: 'none' }}>
          {counted(count, 'project')}
        </Typography>
      )}
    </Box>
  )
}
