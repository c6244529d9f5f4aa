import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ProjectPermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import type { ProjectTeam } from '../../shared/data/rows.ts'
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx'
import { ProjectIcon } from '../../shared/ui/ProjectIcon.tsx'
import { RoleSelect } from '../../shared/ui/RoleSelect.tsx'
import { useRemoveTeam, useSetTeam } from './changes.ts'
import { RowEnd } from './RowEnd.tsx'
import { noChangeAboveYou, teamOptions } from './roles.ts'

const rowHeight = 44

interface Props {
  projectId: number
  team: ProjectTeam
  can: (permission: ProjectPermission) => boolean
}

const partlyReadOnly = 'Some of its members can only read: workspace viewers and guests are read-only.'

/** A team with its role in the project. */
export function TeamRow({ projectId, team, can }: Props) {
  const [isAsking, setAsking] = useState(false)
  const change = useSetTeam(projectId, 'Role updated.')
  const remove = useRemoveTeam(projectId)
  const options = teamOptions(can)
  const mayChange = options.find(({ role }) => role === team.role)?.disabledBecause === null
  return (
    <Box
      component="li"
      aria-label={team.name}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        rowGap: 0,
        minHeight: rowHeight,
      }}
    >
      <ProjectIcon name={team.icon} colour={team.icon_color} size="row" />
      <Box
        sx={{
          flex: ({ spacing }) => `1 1 ${spacing(19)}`,
          minWidth: 0,
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
        }}
      >
        <Typography variant="subtitle2" component="p" noWrap title={team.name}>
          {team.name}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap sx={{ flex: 'none' }}>
          {team.member_count} {team.member_count === 1 ? 'member' : 'members'}
        </Typography>
        {team.has_read_only_workspace_roles && team.role !== 'viewer' ? (
          <Tooltip title={partlyReadOnly}>
            <InfoOutlined
              fontSize="small"
              color="action"
              tabIndex={0}
              role="img"
              aria-label={partlyReadOnly}
              aria-hidden={false}
            />
          </Tooltip>
        ) : null}
      </Box>
      <RowEnd name={team.name} onRemove={can('project_member_delete') ? () => setAsking(true) : null}>
        <RoleSelect
          label={`Role of ${team.name}`}
          hiddenLabel
          value={change.isPending ? change.variables.role : team.role}
          options={options}
          isReadOnly={!mayChange || change.isPending}
          {...(mayChange ? {} : { readOnlyBecause: noChangeAboveYou })}
          onChange={(role) => change.mutate({ teamId: team.team_id, role })}
        />
      </RowEnd>
      <ConfirmDialog
        open={isAsking}
        title="Remove Team?"
        confirmLabel="Remove"
        destructive
        onConfirm={async () => {
          await remove.mutateAsync(team.team_id).catch(() => undefined)
        }}
        onClose={() => setAsking(false)}
      >
        The members of {team.name} lose what the team gave them in this project.
      </ConfirmDialog>
    </Box>
  )
}
