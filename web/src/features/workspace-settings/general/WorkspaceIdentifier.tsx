import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'

/** What the workspace is called by programs, and by documentation that is embedded elsewhere. */
export function WorkspaceIdentifier() {
  const id = encodeId('wk', useWorkspace().id)
  return (
    <Box sx={{ mb: 1 }}>
      <Typography variant="body2" color="textSecondary">
        Workspace ID, for the API and for documentation that is embedded elsewhere
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography component="code" sx={{ fontFamily: 'monospace' }}>
          {id}
        </Typography>
        <CopyButton text={id} label="Copy workspace ID" />
      </Box>
    </Box>
  )
}
