import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useHost } from '../../../shared/connections/project-host.ts'
import { AutoInviteSwitch } from '../../../shared/integrations/AutoInviteSwitch.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import type { Column } from '../../../shared/ui/table/types.ts'
import { HostProblem } from '../git/HostProblem.tsx'
import type { SectionProps } from '../model.ts'
import { type Committer, useCommitters, useInviteCommitter, useSetAutoInvite } from './webhook.ts'

const rowHeight = 60
const headHeight = 48
const fewestRows = 1
const mostRows = 6

/** Git committers: who writes the project and may be invited to it. */
export function CommittersSection({ project, can }: SectionProps) {
  const committers = useCommitters(project.id)
  const host = useHost(project.id)
  const autoInvite = useSetAutoInvite(project.id)
  const invite = useInviteCommitter(project.id)
  const invited = invite.isPending ? invite.variables.email : null
  const columns = useMemo(
    () => columnsOf(invited, (committer) => invite.mutate(committer)),
    [invited, invite.mutate],
  )
  const rows = committers.data ?? []
  return (
    <Section title="Git committers" isTopic>
      <AutoInviteSwitch
        isOn={autoInvite.isPending ? autoInvite.variables : project.auto_invite_committers}
        disabled={!can('project_update') || autoInvite.isPending}
        onChange={(isOn) => autoInvite.mutate(isOn)}
      />
      {committers.isError ? (
        <HostProblem
          integrationId={host.data?.integration_id}
          error={committers.error}
          onRetry={() => void committers.refetch()}
        />
      ) : (
        <DataTable
          label="Git committers"
          rows={rows}
          rowId={({ email }) => email}
          columns={columns}
          isLoading={committers.isPending}
          emptyText="No committers yet."
          height={headHeight + rowHeight * Math.min(Math.max(rows.length, fewestRows), mostRows)}
        />
      )}
    </Section>
  )
}

const columnsOf = (invited: string | null, onInvite: (committer: Committer) => void): Column<Committer>[] => [
  {
    id: 'committer',
    label: 'Committer',
    flex: 1,
    minWidth: 140,
    render: ({ name, email }) => (
      <Box sx={{ minWidth: 0, lineHeight: 1.35 }}>
        <Typography variant="body2" noWrap title={name}>
          {name}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div" noWrap title={email}>
          {email}
        </Typography>
      </Box>
    ),
  },
  {
    id: 'state',
    label: 'Invitation',
    width: 170,
    wideOnly: true,
    render: (committer) => (
      <Typography variant="body2" color="textSecondary">
        {stateOf(committer)}
      </Typography>
    ),
  },
  {
    id: 'invite',
    label: 'Invite',
    width: 110,
    render: (committer) =>
      committer.project_invite_created ? (
        <Typography variant="body2" color="textSecondary">
          {committer.is_member ? 'Member' : 'Invited'}
        </Typography>
      ) : (
        <Button
          size="small"
          variant="outlined"
          loading={invited === committer.email}
          disabled={invited !== null}
          aria-label={`Invite ${committer.email}`}
          onClick={() => onInvite(committer)}
        >
          Invite
        </Button>
      ),
  },
]

function stateOf({ is_member: isMember, project_invite_created: isInvited }: Committer): string {
  if (isMember) return 'Member'
  return isInvited ? 'Pending' : 'Has not been invited'
}
