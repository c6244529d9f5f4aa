import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { TextInput } from '../../../shared/ui/forms/TextInput.tsx'
import {
  type Credentials,
  type ServiceAccount,
  useDeleteServiceAccount,
  useSaveServiceAccount,
  useTestServiceAccount,
} from './queries.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.credentialsResolver))
/** Stands for a key that nobody can see any more. */
const masked = '********'

interface Props {
  projectId: number
  account: ServiceAccount | null
  hostName: string
}

/** User name and key, to be read until Edit is chosen. */
export function CredentialsForm({ projectId, account, hostName }: Props) {
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const save = useSaveServiceAccount(projectId, account, hostName)
  const test = useTestServiceAccount(projectId, account?.name ?? hostName)
  const stored = { username: account?.credentials.username ?? '', key: '' }
  const form = useForm<Credentials>({
    ...validateAsTyped,
    resolver,
    defaultValues: stored,
  })
  const isFilled = Object.values(form.watch()).every((value) => value.trim() !== '')
  const stop = () => {
    form.reset(stored)
    setEditing(false)
  }
  const submit = form.handleSubmit(async (values) => {
    // What is refused is said in a notice, and what was typed stays.
    const isSaved = await save.mutateAsync(values).then(
      () => true,
      () => false,
    )
    if (!isSaved) return
    form.reset({ username: values.username, key: '' })
    setEditing(false)
  })
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        The repository is read with this account of {hostName} instead of the one of whoever made the project,
        or last connected it. Its key is kept encrypted and never shown.
      </Typography>
      <FormStack onSubmit={submit} label="Version Control Service Account">
        <Box
          sx={{
            display: 'grid',
            gap: 2.5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            alignItems: 'start',
          }}
        >
          <FormTextField
            control={form.control}
            name="username"
            label="Username"
            disabled={!isEditing}
            autoComplete="off"
            slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
          />
          {isEditing || !account ? (
            <FormTextField
              control={form.control}
              name="key"
              label="Key"
              type="password"
              disabled={!isEditing}
              autoComplete="new-password"
              helperText={isEditing ? 'A personal access token' : undefined}
            />
          ) : (
            <TextInput label="Key" value={masked} disabled />
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {isEditing ? (
            <>
              <Tooltip title={isFilled ? '' : 'All fields must be filled before saving.'}>
                <span>
                  <Button type="submit" variant="contained" loading={save.isPending} disabled={!isFilled}>
                    Save Credentials
                  </Button>
                </span>
              </Tooltip>
              <Tooltip title={isFilled ? '' : 'All fields must be filled before testing.'}>
                <span>
                  <Button
                    variant="outlined"
                    loading={test.isPending}
                    disabled={!isFilled}
                    onClick={() => test.mutate(form.getValues())}
                  >
                    Test
                  </Button>
                </span>
              </Tooltip>
              <Button color="inherit" disabled={save.isPending} onClick={stop}>
                Cancel
              </Button>
            </>
          ) : (
            <>
              <Button key="edit" variant="outlined" onClick={() => setEditing(true)}>
                Edit
              </Button>
              {account ? (
                <>
                  <Button
                    key="test"
                    variant="outlined"
                    loading={test.isPending}
                    onClick={() => test.mutate(null)}
                  >
                    Test
                  </Button>
                  <Button variant="outlined" color="error" onClick={() => setRemoving(true)}>
                    Delete…
                  </Button>
                </>
              ) : null}
            </>
          )}
        </Box>
      </FormStack>
      {account && isRemoving ? (
        <DeleteDialog projectId={projectId} account={account} onClose={() => setRemoving(false)} />
      ) : null}
    </>
  )
}

interface DeleteProps {
  projectId: number
  account: ServiceAccount
  onClose: () => void
}

function DeleteDialog({ projectId, account, onClose }: DeleteProps) {
  const remove = useDeleteServiceAccount(projectId)
  return (
    <ConfirmDialog
      open
      title="Delete service account?"
      confirmLabel="Delete"
      destructive
      onConfirm={() => remove.mutateAsync(account).catch(() => undefined)}
      onClose={onClose}
    >
      From then on the repository is read with the connected account of whoever made the project, or last
      connected it.
    </ConfirmDialog>
  )
}
