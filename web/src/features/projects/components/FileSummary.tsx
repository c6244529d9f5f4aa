import CheckCircle from '@mui/icons-material/CheckCircle'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import type { FileState } from '../check/use-file-check.ts'

/** What was found out about the chosen file. */
export function FileSummary({ state }: { state: FileState }) {
  if (state.phase === 'checking') {
    return (
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <CircularProgress size={16} aria-hidden />
        <Typography variant="body2">Checking {state.file.name}</Typography>
      </Box>
    )
  }
  if (state.phase !== 'good') return null
  const version = state.version ? `, version ${state.version}` : ''
  return (
    <Box
      role="status"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}
    >
      <CheckCircle color="success" fontSize="small" />
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {state.file.name}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {state.format}, {sizeOf(state.file.size)}
        {version}
      </Typography>
    </Box>
  )
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const unit = bytes < 1024 * 1024 ? 'KB' : 'MB'
  const amount = bytes / (unit === 'KB' ? 1024 : 1024 * 1024)
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${unit}`
}
