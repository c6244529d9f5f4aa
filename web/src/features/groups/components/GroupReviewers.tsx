import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Section } from '../../../shared/ui/Section.tsx'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    group_reviewers: RowOf<'group_reviewing_team'>[]
  }
}

const counts = Array.from({ length: 10 }, (_, index) => index + 1)

/** Of which teams how many must approve proposals in the projects of a group. */
export function GroupReviewers({ groupId }: { groupId: number }) {
  const { id: workspaceId } = useWorkspace()
  const [teamId, setTeamId] = useState('')
  const set = useRead({
    key: ['group-reviewers', { groupId }],
    read: () => rpc('group_reviewers', { p_group_id: groupId }),
  })
  const teams = useRead({
    key: ['teams', { ofReviewers: workspaceId }],
    read: () =>
      unwrap(
        supabase.from('teams').select('id,name').eq('workspace_id', workspaceId).order('name').limit(500),
      ),
  })
  const change = useChange({
    run: ({ team, approvals }: { team: number; approvals: number }) =>
      rpc('set_group_reviewers', { p_group_id: groupId, p_team_id: team, p_approvals: approvals }),
    changes: ['group-reviewers', 'proposal', 'proposals'],
    failure: 'The reviewers were not changed',
  })
  const held = new Set(set.data?.map(({ team_id }) => team_id))
  const free = (teams.data ?? []).filter(({ id }) => !held.has(id))
  return (
    <Section title="Reviews of proposals">
      <Typography variant="body2" color="textSecondary">
        Before a proposal in a project of this group is merged, so many people of these teams must have
        approved it.
      </Typography>
      {set.isError ? <ReadFault error={set.error} onRetry={() => void set.refetch()} /> : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {(set.data ?? []).map(({ team_id: team, name, approvals }) => (
          <Box
            key={team}
            component="li"
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
          >
            <Typography variant="body2" sx={{ flex: '1 1 120px', overflowWrap: 'anywhere', minWidth: 0 }}>
              {name}
            </Typography>
            <TextField
              select
              size="small"
              value={approvals}
              onChange={(event) => change.mutate({ team, approvals: Number(event.target.value) })}
              slotProps={{ htmlInput: { 'aria-label': `Approvals of ${name}` } }}
            >
              {counts.map((count) => (
                <MenuItem key={count} value={count}>
                  {count}
                </MenuItem>
              ))}
            </TextField>
            <Button
              size="small"
              color="inherit"
              aria-label={`Remove ${name}`}
              onClick={() => change.mutate({ team, approvals: 0 })}
            >
              Remove
            </Button>
          </Box>
        ))}
      </Box>
      {free.length > 0 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <TextField
            select
            size="small"
            label="Team"
            value={teamId}
            onChange={(event) => setTeamId(event.target.value)}
            sx={{ minWidth: 200 }}
          >
            {free.map(({ id, name }) => (
              <MenuItem key={id} value={String(id)}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <Button
            size="small"
            variant="outlined"
            disabled={teamId === ''}
            loading={change.isPending}
            onClick={() =>
              change.mutate({ team: Number(teamId), approvals: 1 }, { onSuccess: () => setTeamId('') })
            }
          >
            Add
          </Button>
        </Box>
      ) : null}
    </Section>
  )
}
