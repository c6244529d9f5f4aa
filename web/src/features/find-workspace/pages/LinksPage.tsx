import Link from '@mui/material/Link'
import { useForm } from 'react-hook-form'
import { Link as RouterLink } from 'react-router-dom'
import { config } from '../../../shared/config/config.ts'
import { paths } from '../../../shared/config/paths.ts'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { workspaceAddress } from '../workspace-address.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.addressResolver))

/** Goes to a workspace whose address or sub-domain is known. */
export function LinksPage() {
  const { control, handleSubmit } = useForm({ resolver, defaultValues: { address: '' } })
  const submit = handleSubmit(({ address }) => {
    const target = workspaceAddress(address)
    if (target) window.location.assign(target)
  })
  return (
    <EntryLayout
      title="Take Me to My Workspace"
      intro="Enter your workspace’s URL or sub-domain."
      footer={
        <Link component={RouterLink} to={paths.login}>
          I do not know the address
        </Link>
      }
    >
      <FormStack onSubmit={submit} label="Workspace">
        <FormTextField
          control={control}
          name="address"
          label="Workspace URL"
          placeholder={`acme or acme.${config.baseHost}`}
          autoFocus
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <SubmitButton>Take Me to My Workspace</SubmitButton>
      </FormStack>
    </EntryLayout>
  )
}
