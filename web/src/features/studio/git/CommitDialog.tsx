import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { type ReactNode, useId, useState } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { changeOf, type StudioBranch, type StudioFile, type StudioProject } from '../model.ts'
import { Changes } from '../publish/Changes.tsx'
import { PushedAs, ReconnectFor } from './HostAccount.tsx'
import { commitChanges, commitDocuments, useHostBranch, useLookAtHost } from './queries.ts'

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
  const form = useForm({ defaultValues: { message: '', where: 'here', new_branch: '' } })
  const { control, formState } = form
  const { field: where } = useController({ control, name: 'where' })
  const isNew = where.value === 'new'
  const [message, name] = useWatch({ control, name: ['message', 'new_branch'] })
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
  const submit = useSubmit(form, {
    run: (typed) =>
      commitDocuments(branch.id, {
        message: typed.message.trim(),
        ids: taken.map((file) => file.id),
        newBranch: typed.where === 'new' ? typed.new_branch.trim() : null,
      }),
    changes: commitChanges,
    onDone: (commitId) => {
      onCommitted(commitId)
      onClose()
    },
    fields: isNew ? ['message', 'new_branch'] : ['message'],
  })
  return (
    <Dialog
      open
      onClose={formState.isSubmitting ? undefined : onClose}
      aria-labelledby={id}
      maxWidth="lg"
      slotProps={{ paper: { sx: { height: 'min(860px, 100%)' } } }}
    >
      <DialogForm onSubmit={() => isReady && void submit()}>
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
          <FormTextField
            control={control}
            name="message"
            label="Commit message"
            multiline
            maxRows={4}
            required
            slotProps={{ htmlInput: { maxLength: 5000 } }}
          />
          {mayCreateBranch ? (
            <RadioGroup row aria-label="Where it is pushed" value={where.value} onChange={where.onChange}>
              <FormControlLabel value="here" control={<Radio size="small" />} label={`On ${branch.name}`} />
              <FormControlLabel value="new" control={<Radio size="small" />} label="On a new branch" />
              {isNew ? (
                <FormTextField
                  control={control}
                  name="new_branch"
                  label="Name of the branch"
                  sx={{ width: 'auto' }}
                  autoComplete="off"
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
          <FormError>{formState.errors.root?.message}</FormError>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit" disabled={formState.isSubmitting}>
            Close
          </Button>
          <Button type="submit" variant="contained" loading={formState.isSubmitting} disabled={!isReady}>
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
