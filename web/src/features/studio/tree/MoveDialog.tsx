import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import type { TreeItem } from './FileTree.tsx'
import { pathProblem } from './tree-rows.ts'

interface Props {
  item: TreeItem
  /** Moves it there; rejects with what is refused. */
  onMove: (path: string) => Promise<unknown>
  onClose: () => void
}

/** Gives a file or a folder another path: another name, another folder, or both. */
export function MoveDialog({ item, onMove, onClose }: Props) {
  const id = useId()
  const [path, setPath] = useState(item.path)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const isInside = item.kind === 'folder' && path.startsWith(`${item.path}/`)
  const invalid = isInside ? 'A folder cannot be moved into itself.' : pathProblem(path)
  const submit = async () => {
    if (invalid || isBusy) return
    setBusy(true)
    setRefused(null)
    try {
      if (path.trim() !== item.path) await onMove(path.trim())
      onClose()
    } catch (error) {
      setRefused(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs">
      <DialogForm onSubmit={() => void submit()}>
        <DialogTitle id={id}>Rename or move</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <TextField
            label="Path"
            value={path}
            autoFocus
            autoComplete="off"
            error={invalid !== null}
            helperText={invalid ?? 'Another folder moves it there.'}
            onChange={(event) => setPath(event.target.value)}
            onFocus={({ target }) => {
              const name = item.path.lastIndexOf('/') + 1
              const dot = item.kind === 'file' ? item.path.lastIndexOf('.') : -1
              target.setSelectionRange(name, dot > name ? dot : item.path.length)
            }}
            slotProps={{ htmlInput: { spellCheck: false, maxLength: 1000 } }}
            sx={{ mt: 1 }}
          />
          <FormError>{refused}</FormError>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit" disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={isBusy} disabled={invalid !== null}>
            Move
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
