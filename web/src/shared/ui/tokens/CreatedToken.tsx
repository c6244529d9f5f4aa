import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import TextField from '@mui/material/TextField'
import { Callout } from '../Callout.tsx'
import { useToast } from '../toast.ts'

interface Props {
  label?: string
  token: string
  onClose: () => void
}

/** A token in full, to be copied: nothing shows it again. */
export function CreatedToken({ label = 'Token', token, onClose }: Props) {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      toast.success('Copied to clipboard!')
    } catch {
      toast.error(
        `Your browser did not let the ${label.toLowerCase()} be copied. Select it and copy it yourself.`,
      )
    }
  }
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Callout severity="warning">Copy the {label.toLowerCase()} now. It is not shown again.</Callout>
        <TextField
          label={label}
          value={token}
          multiline
          onFocus={(event) => event.target.select()}
          slotProps={{
            input: { readOnly: true, sx: { fontFamily: 'monospace', overflowWrap: 'anywhere' } },
            htmlInput: { spellCheck: false },
          }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Done
        </Button>
        <Button variant="contained" autoFocus onClick={() => void copy()}>
          Copy
        </Button>
      </DialogActions>
    </>
  )
}
