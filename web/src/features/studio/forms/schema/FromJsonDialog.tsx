import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { monospace } from '../../../../shared/ui/type-sizes.ts'
import { setEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { schemaOf } from './from-json.ts'

/** Makes a schema of an example in JSON. */
export default function FromJsonDialog({ path, onClose }: { path: Path; onClose: () => void }) {
  const { look, run, flavour } = useForm()
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const generate = () => {
    const read = parsed(text)
    if (!read) return setProblem('This is not valid JSON.')
    const refused = run(setEdits(look, path, schemaOf(read.value, flavour)))
    if (refused) return setProblem(refused.reason)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={(_event, reason) => (reason === 'backdropClick' && text !== '' ? undefined : onClose())}
      aria-labelledby={id}
    >
      <DialogTitle id={id}>Schema from JSON</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          multiline
          minRows={10}
          maxRows={20}
          label="Example in JSON"
          value={text}
          error={problem !== null}
          helperText={problem ?? 'The schema that is there now is replaced.'}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
          sx={{ mt: 1 }}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: monospace } } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" onClick={generate} disabled={text.trim() === ''}>
          Generate
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}
