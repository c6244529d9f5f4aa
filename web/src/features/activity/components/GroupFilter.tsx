import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type EventGroup, eventGroups } from '../queries.ts'

const labels: Record<EventGroup, string> = {
  workspace: 'Workspace',
  group: 'Group',
  project: 'Project',
  team: 'Team',
}

interface Props {
  value: EventGroup[]
  onChange: (groups: EventGroup[]) => void
}

/** Narrows the trail to groups of events; none chosen shows all. */
export function GroupFilter({ value, onChange }: Props) {
  return (
    <ToggleButtonGroup
      size="small"
      value={value}
      onChange={(_, next: EventGroup[]) => onChange(eventGroups.filter((group) => next.includes(group)))}
      aria-label="Events shown"
      sx={{ mb: 2, alignSelf: 'start', maxWidth: '100%' }}
    >
      {eventGroups.map((group) => (
        <ToggleButton
          key={group}
          value={group}
          aria-label={`${labels[group]} events`}
          sx={{ px: 1.75, textTransform: 'none' }}
        >
          {labels[group]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
