import ApprovedIcon from '@mui/icons-material/CheckCircleOutlined'
import ObjectionIcon from '@mui/icons-material/ErrorOutlined'
import ThreadIcon from '@mui/icons-material/ForumOutlined'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { deletedUser, type ProposalItem } from '../model.ts'
import { LevelCounts, StatusMark } from './Level.tsx'

interface Props {
  item: ProposalItem
  onProject: (id: number) => void
}

/** A proposal in the list: what it is, where, and where it stands. */
export function ProposalRow({ item, onProject }: Props) {
  const { id, title, status, project, branch_name: branch, baseline_name: baseline } = item
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        px: 2,
        py: 1.5,
        '& + li': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <MuiLink
            component={Link}
            to={`${paths.proposal(item.project_slug, item.branch_slug)}?proposal=${id}`}
            color="inherit"
            underline="hover"
            sx={{ typography: 'subtitle2', overflowWrap: 'anywhere', minWidth: 0 }}
          >
            {title}
          </MuiLink>
          <StatusMark status={status} />
          {item.is_waiting ? (
            <Chip size="small" color="warning" variant="outlined" label="Waiting for you" />
          ) : null}
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere', mt: 0.25 }}>
          <MuiLink
            component="button"
            type="button"
            color="inherit"
            variant="body2"
            title={`Only proposals of ${project}`}
            onClick={() => onProject(item.project_id)}
            sx={{ verticalAlign: 'baseline', textAlign: 'left' }}
          >
            {project}
          </MuiLink>
          {` · ${branch} for ${baseline} · ${item.author?.display_name ?? deletedUser} · `}
          <RelativeTime at={item.updated_at} />
        </Typography>
      </Box>
      <LevelCounts major={item.major} minor={item.minor} patch={item.patch} />
      <Fact icon={<ApprovedIcon fontSize="small" />} count={item.approvals} one="approval" many="approvals" />
      <Fact
        icon={<ObjectionIcon fontSize="small" />}
        count={item.objections}
        one="objection"
        many="objections"
      />
      <Fact
        icon={<ThreadIcon fontSize="small" />}
        count={item.threads}
        one="open thread"
        many="open threads"
      />
    </Box>
  )
}

function Fact({ icon, count, one, many }: { icon: ReactNode; count: number; one: string; many: string }) {
  if (count === 0) return null
  const text = `${count} ${count === 1 ? one : many}`
  return (
    <Box
      component="span"
      role="img"
      aria-label={text}
      title={text}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        color: 'text.secondary',
        typography: 'body2',
      }}
    >
      {icon}
      {count}
    </Box>
  )
}
