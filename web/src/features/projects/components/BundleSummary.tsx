import CheckCircle from '@mui/icons-material/CheckCircle'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Bundle } from '../../../shared/import-files/bundle.ts'

/** How many files were chosen, and what of them is not read. */
export function BundleSummary({ bundle: { name, files, leftOut } }: { bundle: Bundle }) {
  return (
    <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
      <CheckCircle color="success" fontSize="small" />
      <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name || 'Files'}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {counted(files.length)}
        {leftOut > 0 ? `, and ${counted(leftOut)} of other kinds that are left out` : ''}
      </Typography>
    </Box>
  )
}

function counted(files: number): string {
  return `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`
}
