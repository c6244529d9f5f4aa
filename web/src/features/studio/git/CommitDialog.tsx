import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { changeOf, type StudioBranch, type StudioFile, type StudioProject } from '../model.ts'
import { Changes } from '../publish/Changes.tsx'
import { PushedAs, ReconnectFor } from './HostAccount.tsx'
import { useCommitDocuments, useHostBranch, useLookAtHost } from './queries.ts'

interface Props {
  project: StudioProject
  branch: StudioBranch
  files: readonly StudioFile[]
  mayCreateBranch: boolean
  /** Whether all that was written here has been sent: what was not would be missing. */
  isSaved: boolean
  onCommitted: (id: string) => void
  onBringTogether: () => void
  /** What all that changed means to readers and clients. */
  compared: ReactNode
  onClose: () => void
}

/** What differs from the branch at its Git host, which of it is committed, with which words, and where. */
export function CommitDialog(props: Props) {
  const {
    project,
    branch,
    files,
    mayCreateBranch,
    isSaved,
    compared,
    onCommitted,
    onBringTogether,
    onClose,
  } = props
  const id = useId()
  const changed = files.filter((file) => changeOf(file) !== null)
  // Those that are left out, not those that are taken: what changes meanwhile comes along.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const taken = changed.filter((file) => !left.has(file.id) && !file.base_moved)
  const [message, setMessage] = useState('')
  const [isNew, setNew] = useState(false)
  const [name, setName] = useState('')
  const commit = useCommitDocuments(branch.id)
  const host = useHostBranch(branch.id, project.id)
  const look = useLookAtHost(branch.id)
  const isReady = message.trim() !== '' && (isNew ? name.trim() !== '' : taken.length > 0)
  const take = (file: StudioFile, isTaken: boolean) =>
    setLeft((before) => {
      const after = new Set(before)
      if (isTaken) after.delete(file.id)
      else after.add(file.id)
      return after
    })
  const submit = () => {
    if (!isReady || commit.isPending) return
    commit.mutate(
      { message: message.trim(), ids: taken.map((file) => file.id), newBranch: isNew ? name.trim() : null },
      {
        onSuccess: (commitId) => {
          onCommitted(commitId)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      maxWidth="lg"
      slotProps={{ paper: { sx: { height: 'min(860px, 100%)' } } }}
    >
      <DialogForm onSubmit={submit}>
        <DialogTitle id={id}>Commit and push</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, minHeight: 0 }}>
          <Changes
            project={project}
            branch={branch}
            files={changed}
            mayDiscard
            taken={new Set(taken.map((file) => file.id))}
            onTake={take}
            nothing={`Nothing has changed since the last commit of ${branch.name}.`}
            unsaved={isSaved ? null : 'it would not be committed.'}
            onBringTogether={onBringTogether}
            compared={compared}
          />
          <TextField
            label="Commit message"
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            multiline
            maxRows={4}
            required
            slotProps={{ htmlInput: { maxLength: 5000 } }}
          />
          {mayCreateBranch ? (
            <RadioGroup
              row
              aria-label="Where it is pushed"
              value={isNew ? 'new' : 'here'}
              onChange={(_event, where) => setNew(where === 'new')}
            >
              <FormControlLabel value="here" control={<Radio size="small" />} label={`On ${branch.name}`} />
              <FormControlLabel value="new" control={<Radio size="small" />} label="On a new branch" />
              {isNew ? (
                <TextField
                  size="small"
                  label="Name of the branch"
                  value={name}
                  autoComplete="off"
                  onChange={(event) => setName(event.target.value)}
                  slotProps={{ htmlInput: { maxLength: 100 } }}
                />
              ) : null}
            </RadioGroup>
          ) : null}
          <ReconnectFor
            project={project}
            reason={host.data?.reason}
            onConnected={() => look.mutate(undefined)}
          />
          <PushedAs project={project} />
          <FormError>{commit.error ? messageOf(commit.error) : null}</FormError>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            Close
          </Button>
          <Button type="submit" variant="contained" loading={commit.isPending} disabled={!isReady}>
            {isNew && taken.length === 0 ? 'Create the branch' : `Commit ${counted(taken.length)}`}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`
}
