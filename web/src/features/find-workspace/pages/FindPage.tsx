import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link as RouterLink, useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { callApi, defaultMessage } from '../../../shared/data/api.ts'
import { recentWorkspaces } from '../../../shared/data/recent.ts'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { EmailField } from '../../../shared/ui/forms/EmailField.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { addressProblem } from '../../../shared/ui/forms/form-problem.ts'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.findResolver))

/** Enter an e-mail address, get the list of one's workspaces by mail. */
export function FindPage() {
  const navigate = useNavigate()
  const [recent] = useState(recentWorkspaces)
  const form = useForm({ resolver, mode: 'onTouched', defaultValues: { email: '' } })
  const { control, formState } = form
  const submit = useSubmit(form, {
    run: ({ email }) => findWorkspaces(email),
    onDone: (target, { email }) => navigate(target, { state: { email } }),
    onRefused: (error) => {
      const message = addressProblem(error)
      if (message) form.setError('email', { message })
      else form.setError('root', { message: defaultMessage })
      return true
    },
    fields: [],
  })
  return (
    <EntryLayout
      title="Sign in"
      intro="Enter your email address and we will send you the list of your workspaces."
      footer={
        <>
          Know the address?{' '}
          <Link component={RouterLink} to={paths.links}>
            Take me to my workspace
          </Link>
          <br />
          New here?{' '}
          <Link component={RouterLink} to={paths.welcome.start}>
            Create a workspace
          </Link>
        </>
      }
    >
      {recent.map((host) => (
        <Button
          key={host}
          href={`${window.location.protocol}//${host}`}
          variant="outlined"
          size="large"
          sx={{ textAlign: 'center' }}
        >
          Continue to {host}
        </Button>
      ))}
      <FormStack onSubmit={submit} label="Find your workspaces">
        <FormError>{formState.errors.root?.message}</FormError>
        <EmailField control={control} />
        <SubmitButton disabled={!canSubmit(formState)} loading={formState.isSubmitting}>
          Continue
        </SubmitButton>
      </FormStack>
    </EntryLayout>
  )
}

/** Where to go on: the list is in the mail, or there is no such account. */
async function findWorkspaces(address: string): Promise<string> {
  const request = { method: 'POST', json: { email: address } }
  const { has_workspaces } = await callApi<{ has_workspaces: boolean }>('/workspaces/has-email', request)
  if (!has_workspaces) return paths.loginNotFound
  await callApi<void>('/auth/find-workspaces', request)
  return paths.loginEmailSent
}
