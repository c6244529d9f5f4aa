import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { parseExact } from '../../../../../../analysis/parse/exact-number.ts'
import type { Edit, Path } from '../../../../../../editing/types.ts'
import { monospace } from '../../../../shared/ui/type-sizes.ts'
import { addEdits, freeName, setEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { schemaOf } from './from-json.ts'

interface Props {
  /** Of the schema. */
  path: Path
  /** The body that the example can stay with. */
  exampleOf?: Path | undefined
  onClose: () => void
}

/** Makes a schema of an example in JSON. */
export function FromJsonDialog({ path, exampleOf, onClose }: Props) {
  const { look, has, keys, run, flavour } = useForm()
  const id = useId()
  const [text, setText] = useState('')
  const [isKept, setKept] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const generate = () => {
    const read = parsed(text)
    if (!read) return setProblem('This is not valid JSON.')
    const schema = schemaOf(read.value, flavour)
    const refused = run(exampleOf && isKept ? withExample(exampleOf, schema) : setEdits(look, path, schema))
    if (refused) return setProblem(refused.reason)
    onClose()
  }
  /** Both in one body; named examples get one more. */
  const withExample = (body: Path, schema: unknown): Edit[] => {
    const value = parseExact(text)
    if (look(body) === undefined) return setEdits(look, body, { schema, example: value })
    const named = [...body, 'examples']
    const example = has(named)
      ? addEdits(look, named, freeName(keys(named), 'example'), { value })
      : setEdits(look, [...body, 'example'], value)
    return [...setEdits(look, path, schema), ...example]
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
          helperText={
            (problem ?? has(path)) ? 'The schema that is there now is replaced.' : 'It becomes the schema.'
          }
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
          sx={{ mt: 1 }}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: monospace } } }}
        />
        {exampleOf ? (
          <FormControlLabel
            control={<Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)} />}
            label="Keep it as the example"
          />
        ) : null}
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
