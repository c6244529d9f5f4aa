import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { nameOf, type StudioFile } from '../model.ts'
import { useCreateFiles } from '../queries.ts'
import { freePath, templateFor, templates } from './templates.ts'
import { pathProblem } from './tree-rows.ts'

interface Props {
  branchId: number
  files: readonly StudioFile[]
  title: string
  /** What kind of project it is for. */
  flavor: string
  folder: string
  /** Which template is chosen at first, where it is not that of the project's kind. */
  template?: string | undefined
  onCreated: (id: string) => void
  onClose: () => void
}

/** Makes a file from a template. */
export function NewFileDialog({
  branchId,
  files,
  title,
  flavor,
  folder,
  template,
  onCreated,
  onClose,
}: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(template ?? templateFor(flavor))
  const taken = new Set(
    files.flatMap(({ path, deleted_at }) => (deleted_at === null ? [path.toLowerCase()] : [])),
  )
  const suggested = (templateId: string) => {
    const path = templates.find((one) => one.id === templateId)?.path ?? 'notes.txt'
    return freePath(folder ? `${folder}/${nameOf(path)}` : path, taken)
  }
  const [path, setPath] = useState(() => suggested(chosen))
  const [isTyped, setTyped] = useState(false)
  const create = useCreateFiles(branchId)
  const given = templates.find((one) => one.id === chosen)
  const invalid =
    pathProblem(path) ?? (taken.has(path.toLowerCase()) ? 'There is a file of this name already.' : null)
  const submit = () => {
    if (invalid || !given) return
    create.mutate([{ path: path.trim(), text: given.text(title) }], {
      onSuccess: ([made]) => {
        if (made) onCreated(made.id)
        onClose()
      },
    })
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs">
      <DialogForm onSubmit={submit}>
        <DialogTitle id={id}>New file</DialogTitle>
        <DialogContent>
          <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
            <TextField
              select
              label="What"
              value={chosen}
              onChange={(event) => {
                setChosen(event.target.value)
                if (!isTyped) setPath(suggested(event.target.value))
              }}
              helperText={given?.about}
            >
              {templates.map(({ id: value, label }) => (
                <MenuItem key={value} value={value}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              label="Path"
              value={path}
              autoFocus
              autoComplete="off"
              error={invalid !== null && isTyped}
              helperText={(isTyped && invalid) || 'Folders are made as they are named.'}
              onChange={(event) => {
                setTyped(true)
                setPath(event.target.value)
              }}
              slotProps={{ htmlInput: { spellCheck: false } }}
            />
            <FormError>{create.error ? messageOf(create.error) : null}</FormError>
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending} disabled={invalid !== null}>
            Create
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
