import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import type { DocumentStore } from '../documents/store.ts'
import type { StudioBranch, StudioFile, StudioProject } from '../model.ts'
import { useDiscardChanges } from '../queries.ts'
import { MergedFile } from './MergedFile.tsx'
import { useResolve } from './queries.ts'

interface Props {
  project: StudioProject
  branch: StudioBranch
  files: readonly StudioFile[]
  store: DocumentStore
  onClose: () => void
}

/** Files that changed here and in the branch, one after the other: brought together, kept as they are here, or taken from there. */
export function BringTogether({ project, branch, files, store, onClose }: Props) {
  const id = useId()
  const moved = files.filter(({ base_moved, changed }) => base_moved && changed)
  const [chosen, setChosen] = useState<string | null>(null)
  const resolve = useResolve()
  const discard = useDiscardChanges()
  const file = moved.find((one) => one.id === chosen) ?? moved[0]
  const failure = resolve.error ?? discard.error
  const isText = file && file.kind === 'text' && file.deleted_at === null && file.moved_hash !== null
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      maxWidth="lg"
      slotProps={{ paper: { sx: { height: 'min(860px, 100%)' } } }}
    >
      <DialogTitle id={id}>Bring together</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, minHeight: 0 }}>
        {file ? (
          <>
            <TextField
              select
              label={moved.length === 1 ? 'The file' : `${moved.length} files`}
              value={file.id}
              onChange={(event) => setChosen(event.target.value)}
              sx={{ mt: 1 }}
            >
              {moved.map((one) => (
                <MenuItem key={one.id} value={one.id}>
                  {one.path}
                </MenuItem>
              ))}
            </TextField>
            {isText ? (
              <MergedFile
                key={`${file.id} ${file.moved_hash}`}
                projectId={project.id}
                branchSlug={branch.slug}
                file={file}
                store={store}
              />
            ) : (
              <Typography>{differenceOf(file)}</Typography>
            )}
          </>
        ) : (
          <Typography color="textSecondary">
            Nothing is left to bring together. What you changed can be published or committed.
          </Typography>
        )}
        <FormError>{failure ? messageOf(failure) : null}</FormError>
      </DialogContent>
      <DialogActions>
        {file ? (
          <>
            <Button color="inherit" loading={discard.isPending} onClick={() => discard.mutate([file.id])}>
              {file.moved_hash === null ? 'Delete it here too' : 'Take the branch’s'}
            </Button>
            <Button color="inherit" loading={resolve.isPending} onClick={() => resolve.mutate([file])}>
              {file.deleted_at === null ? 'Keep mine' : 'Leave it deleted'}
            </Button>
          </>
        ) : null}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

function differenceOf({ path, deleted_at, moved_hash, hash }: StudioFile): string {
  if (deleted_at !== null) return `You deleted ${path}. The branch has changed it since.`
  if (moved_hash === null) return `You changed ${path}. The branch has deleted it since.`
  if (hash === null) return `You made ${path}. The branch has got another file of this name since.`
  return `${path} is not text: it is yours or the branch’s.`
}
