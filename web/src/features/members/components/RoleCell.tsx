import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import { isExpired, type Person } from '../people.ts'
import { RoleChoice } from './RoleChoice.tsx'

// Narrow tables have these in the row's menu and in its panel.
const onlyWide = { display: { xs: 'none', md: 'inline-flex' } }

interface Props {
  row: Person
  onRole: (row: Person, role: WorkspaceRole) => void
  /** Absent for who may not answer requests. */
  onApprove?: ((row: Person) => void) | undefined
}

/** A member's role, to be changed where the caller may; what others wait for. */
export function RoleCell({ row, onRole, onApprove }: Props) {
  if (row.kind === 'member')
    return (
      <Keys>
        <RoleChoice
          label={`Role of ${row.name}`}
          hiddenLabel
          value={row.member.role}
          onChange={(role) => role !== row.member.role && onRole(row, role)}
          readOnlyBecause={row.member.may_change_role ? null : row.member.reason}
        />
      </Keys>
    )
  if (row.kind === 'invitation')
    return (
      <Keys>
        <Chip
          size="small"
          color={isExpired(row.invitation) ? 'default' : 'info'}
          variant="outlined"
          label={isExpired(row.invitation) ? 'Expired' : workspaceRoleLabel('pending')}
        />
        <Typography variant="body2" color="textSecondary" noWrap sx={onlyWide}>
          {workspaceRoleLabel(row.invitation.role)}
        </Typography>
      </Keys>
    )
  return (
    <Keys>
      {row.request.is_denied ? (
        <Chip size="small" variant="outlined" label="Denied" />
      ) : (
        <Chip size="small" color="warning" variant="outlined" label={workspaceRoleLabel('pending')} />
      )}
      {onApprove && !row.request.is_denied ? (
        <Button size="small" onClick={() => onApprove(row)} aria-label={`Approve ${row.name}`} sx={onlyWide}>
          Approve
        </Button>
      ) : null}
    </Keys>
  )
}

/** What is done inside a cell is not a click on, or a key for, its row. */
function Keys({ children }: { children: React.ReactNode }) {
  return (
    <Box
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, height: '100%', minWidth: 0 }}
    >
      {children}
    </Box>
  )
}
