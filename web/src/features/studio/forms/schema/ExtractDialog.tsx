import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { freeName } from '../binding/edits.ts'
import { componentsAt } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import type { SchemaRow } from './rows.ts'
import { extractEdits } from './schema-edits.ts'

/** Asks what the component is to be called that is made of a row. */
export function ExtractDialog({ row, onClose }: { row: SchemaRow; onClose: () => void }) {
  const { look, run, keys, flavour, say } = useForm()
  const id = useId()
  const taken = keys(componentsAt(flavour, 'schemas')).map(String)
  const [name, setName] = useState(() => freeName(taken, suggested(row.name)))
  const [problem, setProblem] = useState<string | null>(null)
  const extract = () => {
    const typed = name.trim()
    const why =
      reasonAgainst(typed, taken) ?? run(extractEdits(look, row.path, typed, flavour))?.reason ?? null
    setProblem(why)
    if (why !== null) return
    say(`${typed} is a component now.`)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs">
      <DialogTitle id={id}>Extract to a component</DialogTitle>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          extract()
        }}
      >
        <DialogContent>
          <TextField
            autoFocus
            label="Name"
            value={name}
            error={problem !== null}
            helperText={problem ?? 'What stands here becomes a reference to it.'}
            onChange={(event) => setName(event.target.value)}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained">
            Extract
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** `order items` as `OrderItems`. */
function suggested(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return joined === '' ? 'Model' : joined
}

// What OpenAPI allows as the name of a component.
const componentName = /^[a-zA-Z0-9._-]+$/

function reasonAgainst(name: string, taken: readonly string[]): string | null {
  if (!componentName.test(name)) return 'Use letters, digits, dots, dashes and underscores only.'
  return taken.includes(name) ? `There is a component “${name}” already.` : null
}
