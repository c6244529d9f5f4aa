import Button from '@mui/material/Button'
import { useForm, useWatch } from 'react-hook-form'
import { FormTextField } from '../ui/forms/FormTextField.tsx'
import { RowForm } from '../ui/RowForm.tsx'
import type { Credentials } from './queries.ts'

interface Props {
  busy: boolean
  onSubmit: (credentials: Credentials) => Promise<void>
}

/** Asks for name and password at a provider that has no page for it. */
export function CredentialsForm({ busy, onSubmit }: Props) {
  const { control, handleSubmit } = useForm({ defaultValues: { username_or_email: '', password: '' } })
  const [username, password] = useWatch({ control, name: ['username_or_email', 'password'] })
  const submit = handleSubmit(onSubmit)
  return (
    <RowForm onSubmit={() => void submit()}>
      <FormTextField
        control={control}
        name="username_or_email"
        label="Username"
        autoComplete="off"
        autoFocus
        sx={{ width: 'auto' }}
      />
      <FormTextField
        control={control}
        name="password"
        type="password"
        label="Password"
        autoComplete="off"
        sx={{ width: 'auto' }}
      />
      <Button type="submit" variant="contained" size="small" loading={busy} disabled={!username || !password}>
        Connect
      </Button>
    </RowForm>
  )
}
