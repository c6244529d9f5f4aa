import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { freeName } from '../binding/edits.ts'
import { type ComponentKind, componentsAt } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { extractEdits } from './extract.ts'

interface Props {
  /** What becomes a component. */
  path: Path
  kind: ComponentKind
  /** What its name is made of. */
  name: string
  onClose: () => void
}

/** Asks what the component is to be called that is made of what stands here, which becomes a reference to it. */
export function ExtractDialog({ path, kind, name: of, onClose }: Props) {
  const { look, lookAtAll, run, keys, flavour, say } = useForm()
  const id = useId()
  const components = componentsAt(flavour, kind)
  const taken = keys(components).map(String)
  const [name, setName] = useState(() => freeName(taken, suggested(of)))
  const [problem, setProblem] = useState<string | null>(null)
  const extract = () => {
    const typed = name.trim()
    const value = lookAtAll(path)
    const why =
      reasonAgainst(typed, taken) ??
      (value === undefined ? 'A part of it cannot be read at the moment.' : null) ??
      run(extractEdits(look, path, { kind, name: typed, value }, flavour))?.reason ??
      null
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
  return joined === '' ? 'Component' : joined
}

// What OpenAPI allows as the name of a component.
const componentName = /^[a-zA-Z0-9._-]+$/

function reasonAgainst(name: string, taken: readonly string[]): string | null {
  if (!componentName.test(name)) return 'Use letters, digits, dots, dashes and underscores only.'
  return taken.includes(name) ? `There is a component “${name}” already.` : null
}
