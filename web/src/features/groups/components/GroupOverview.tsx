import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { lastAdminStays } from '../actions.tsx'
import { canInGroup, type Group } from '../model.ts'
import type { View } from '../use-view.ts'
import { Fact, Facts } from './Facts.tsx'
import { ProjectsOfGroup } from './ProjectsOfGroup.tsx'
import { VisibilityLabel } from './VisibilityLabel.tsx'

interface Props {
  group: Group
  view: View
  onLeave: (group: Group) => void
  onDelete: (group: Group) => void
}

const meaning = {
  internal: 'None of its projects can be public.',
  public: 'Its projects can be public.',
}

/** What a group is, what it holds, and the ways out of it. */
export function GroupOverview({ group, view, onLeave, onDelete }: Props) {
  const isLastAdmin = group.admins_count === 1
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Facts>
        {group.description ? <Fact term="Description">{group.description}</Fact> : null}
        <Fact term="Visibility">
          <VisibilityLabel visibility={group.visibility} />
          {meaning[group.visibility]}
        </Fact>
        <Fact term="Slug">{group.slug}</Fact>
      </Facts>
      <ProjectsOfGroup group={group} onOpen={(slug) => view.open({ kind: 'project', slug })} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {canInGroup(group, 'group_leave') ? (
          <Tooltip title={isLastAdmin ? lastAdminStays : ''}>
            <span>
              <Button variant="outlined" disabled={isLastAdmin} onClick={() => onLeave(group)}>
                Leave group…
              </Button>
            </span>
          </Tooltip>
        ) : null}
        {canInGroup(group, 'group_delete') ? (
          <Button variant="outlined" color="error" onClick={() => onDelete(group)}>
            Delete group…
          </Button>
        ) : null}
      </Box>
    </Box>
  )
}
