import LockOutlined from '@mui/icons-material/LockOutlined'
import PeopleOutlined from '@mui/icons-material/PeopleOutlined'
import Public from '@mui/icons-material/Public'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type Visibility, visibilityLabels } from '../model.ts'

const icons = { public: Public, internal: PeopleOutlined, private: LockOutlined }

/** Who sees a project or group at all, in a word. */
export function VisibilityLabel({ visibility }: { visibility: Visibility }) {
  const Icon = icons[visibility]
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}>
      <Icon aria-hidden fontSize="small" />
      <Typography variant="body2">{visibilityLabels[visibility]}</Typography>
    </Box>
  )
}
