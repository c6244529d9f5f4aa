import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { changeOf, type StudioBranch, type StudioFile, type StudioProject } from '../model.ts'
import { usePublish } from '../queries.ts'
import { Changes } from './Changes.tsx'

interface Props {
  project: StudioProject
  branch: StudioBranch
  files: readonly StudioFile[]
  canPublish: boolean
  /** How many texts here have not been sent yet: they would be missing. */
  isSaved: boolean
  problems: number
  /** What all that changed means to readers and clients. */
  compared: ReactNode
  onPublished: (jobId: string) => void
  /** Opens what the branch has beside what is here; null for who may not change it. */
  onBringTogether: (() => void) | null
  onClose: () => void
}

/** What differs from what readers see, file by file, and the way to publish it. */
export function PublishDialog(props: Props) {
  const {
    project,
    branch,
    files,
    canPublish,
    isSaved,
    problems,
    compared,
    onPublished,
    onBringTogether,
    onClose,
  } = props
  const id = useId()
  const changed = files.filter((file) => changeOf(file) !== null)
  const [message, setMessage] = useState('')
  const publish = usePublish(branch.id)
  const send = () =>
    publish.mutate(message.trim(), {
      onSuccess: ({ job_id }) => {
        onPublished(job_id)
        onClose()
      },
    })
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      maxWidth="lg"
      slotProps={{ paper: { sx: { height: 'min(860px, 100%)' } } }}
    >
      <DialogTitle id={id}>{canPublish ? 'Publish changes' : 'Changes'}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, minHeight: 0 }}>
        <Changes
          project={project}
          branch={branch}
          files={changed}
          mayDiscard={canPublish}
          nothing="Nothing has changed since this was last published."
          unsaved={isSaved ? null : 'it would not be published.'}
          onBringTogether={onBringTogether}
          compared={compared}
        />
        {problems > 0 ? (
          <Typography variant="body2" color="warning.main">
            {problems === 1 ? 'One problem was' : `${problems} problems were`} found in the files. You can
            publish all the same.
          </Typography>
        ) : null}
        {canPublish && changed.length > 0 ? (
          <TextField
            label="What has changed (optional)"
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            multiline
            maxRows={4}
            slotProps={{ htmlInput: { maxLength: 5000 } }}
          />
        ) : null}
        <FormError>{publish.error ? messageOf(publish.error) : null}</FormError>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Close
        </Button>
        {canPublish ? (
          <Button
            variant="contained"
            onClick={send}
            loading={publish.isPending}
            disabled={changed.length === 0}
          >
            Publish
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}
