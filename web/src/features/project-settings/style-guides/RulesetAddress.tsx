import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { useMakeAddress } from './queries.ts'

/** The address at which a linter outside reads the ruleset: made here, and shown once. */
export function RulesetAddress({ projectId }: { projectId: number }) {
  const make = useMakeAddress(projectId)
  const [isAsking, setAsking] = useState(false)
  const address = make.data?.ruleset_url ?? null
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h3">Address of the ruleset</Typography>
      <Typography variant="body2" color="textSecondary">
        Linters outside read these rules at an address with a token: spectral lint --ruleset takes it. It is
        shown once, and another one ends it.
      </Typography>
      {address === null ? null : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <TextField
            size="small"
            value={address}
            slotProps={{ htmlInput: { readOnly: true, 'aria-label': 'Address of the ruleset' } }}
            sx={{ flex: 1, minWidth: 0 }}
          />
          <CopyButton text={address} label="Copy the address" />
        </Box>
      )}
      <Box>
        <Button variant="outlined" size="small" onClick={() => setAsking(true)}>
          Make an address…
        </Button>
      </Box>
      {isAsking ? (
        <ConfirmDialog
          open
          title="Make an address?"
          confirmLabel="Make it"
          onConfirm={() => make.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          If there was one before, it ends at once: linters that read it are refused until they have the new
          one.
        </ConfirmDialog>
      ) : null}
    </Box>
  )
}
