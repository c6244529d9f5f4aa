import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useId, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { CopyButton } from '../../../../shared/ui/CopyButton.tsx'
import { monospace, typeSizes } from '../../../../shared/ui/type-sizes.ts'
import { appendEdits, setEdits } from '../binding/edits.ts'
import { hasTypeArrays } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { exampleOf } from './sample.ts'

/** An example of what the schema says, to copy or to keep. */
export function ExampleDialog({ path, onClose }: { path: Path; onClose: () => void }) {
  const { look, run, flavour, source } = useForm()
  const id = useId()
  const [made, setMade] = useState<{ value: unknown } | null>()
  useEffect(() => {
    let isWanted = true
    void exampleOf(look, look(path)).then((example) => isWanted && setMade(example))
    return () => {
      isWanted = false
    }
  }, [look, path])
  const text = made ? JSON.stringify(made.value, null, 2) : ''
  const keep = () => {
    if (!made) return
    const edits = hasTypeArrays(flavour)
      ? appendEdits(look, [...path, 'examples'], made.value)
      : setEdits(look, [...path, 'example'], made.value)
    if (run(edits) === null) onClose()
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>Example</DialogTitle>
      <DialogContent>
        {made === null ? (
          'No example can be made of this schema.'
        ) : (
          <Box sx={{ position: 'relative' }}>
            <Box
              component="pre"
              tabIndex={0}
              aria-label="Example in JSON"
              sx={{
                m: 0,
                p: 2,
                maxHeight: '50vh',
                overflow: 'auto',
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
                fontFamily: monospace,
                fontSize: typeSizes.codeSmall,
              }}
            >
              {text}
            </Box>
            <Box sx={{ position: 'absolute', top: 8, right: 8 }}>
              <CopyButton text={text} label="Copy the example" />
            </Box>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {source.readOnly ? null : (
          <Button variant="contained" onClick={keep} disabled={!made}>
            Keep as an example
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
