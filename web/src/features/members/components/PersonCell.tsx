import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'
import type { Person } from '../people.ts'

/** Who a row is about. */
export function PersonCell({ row }: { row: Person }) {
  const isMe = row.kind === 'member' && row.member.is_me
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, height: '100%', lineHeight: 1.4 }}
    >
      <Box sx={{ display: { xs: 'none', md: 'block' } }}>
        <PersonAvatar name={row.name} avatarUrl={row.avatarUrl} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap title={row.name} sx={{ fontWeight: 500 }}>
          {row.name}
          {isMe ? ' (you)' : ''}
        </Typography>
        <Typography noWrap variant="body2" color="textSecondary" title={lineOf(row)}>
          {lineOf(row)}
        </Typography>
      </Box>
    </Box>
  )
}

function lineOf(row: Person): string {
  if (row.kind === 'member') {
    const line = row.email ?? row.member.username
    return row.member.is_provisioned ? `${line} · Managed by your identity provider` : line
  }
  if (row.kind === 'invitation') return 'Invited by e-mail'
  return row.email ? `Asked to join · ${row.email}` : 'Asked to join'
}
