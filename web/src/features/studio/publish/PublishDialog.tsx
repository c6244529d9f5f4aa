import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { changeOf, type StudioBranch, type StudioFile, type StudioProject } from '../model.ts'
import { useDiscardChanges, usePublish } from '../queries.ts'
import { ChangedFiles } from './ChangedFiles.tsx'

interface Props {
  project: StudioProject
  branch: StudioBranch
  files: readonly StudioFile[]
  canPublish: boolean
  /** How many texts here have not been sent yet: they would be missing. */
  isSaved: boolean
  problems: number
  onPublished: (jobId: string) => void
  /** Opens what the branch has beside what is here; null for who may not change it. */
  onBringTogether: (() => void) | null
  onClose: () => void
}

/** What differs from what readers see, file by file, and the way to publish it. */
export function PublishDialog(props: Props) {
  const { project, branch, files, canPublish, isSaved, problems, onPublished, onBringTogether, onClose } =
    props
  const id = useId()
  const changed = files.filter((file) => changeOf(file) !== null)
  const [discarding, setDiscarding] = useState<StudioFile | null>(null)
  const [message, setMessage] = useState('')
  const publish = usePublish(branch.id)
  const discard = useDiscardChanges()
  const moved = changed.filter(({ base_moved }) => base_moved)
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
        {changed.length === 0 ? (
          <Typography color="textSecondary">Nothing has changed since this was last published.</Typography>
        ) : (
          <ChangedFiles
            projectId={project.id}
            branchSlug={branch.slug}
            files={changed}
            action={(file) =>
              canPublish ? (
                <Button size="small" color="error" onClick={() => setDiscarding(file)}>
                  Discard…
                </Button>
              ) : null
            }
          />
        )}
        {moved.length > 0 ? (
          <Callout severity="warning" title="The branch has changed under what you changed">
            {moved.map(({ path }) => path).join(', ')}
            {onBringTogether ? (
              <Button size="small" color="inherit" onClick={onBringTogether} sx={{ ml: 1 }}>
                Bring together…
              </Button>
            ) : null}
          </Callout>
        ) : null}
        {problems > 0 ? (
          <Typography variant="body2" color="warning.main">
            {problems === 1 ? 'One problem was' : `${problems} problems were`} found in the files. You can
            publish all the same.
          </Typography>
        ) : null}
        {isSaved ? null : (
          <Typography variant="body2" color="warning.main">
            Some of what you typed here is not saved yet: it would not be published.
          </Typography>
        )}
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
      <ConfirmDialog
        open={discarding !== null}
        title="Discard the changes of this file?"
        confirmLabel="Discard"
        destructive
        onConfirm={() => (discarding ? discard.mutateAsync([discarding.id]) : undefined)}
        onClose={() => setDiscarding(null)}
      >
        {discarding?.hash === null
          ? `${discarding.path} was never published: it is deleted, for everybody who edits here.`
          : `${discarding?.path} becomes what was last published, for everybody who edits here.`}
      </ConfirmDialog>
    </Dialog>
  )
}
