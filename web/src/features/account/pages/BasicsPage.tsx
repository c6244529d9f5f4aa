import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type Me, primaryEmail, readMe, useKeepMe } from '../../../shared/data/me.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useEditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { pictureSizes } from '../../../shared/ui/sizes.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { EmailsSection } from '../components/EmailsSection.tsx'
import { NotificationsSection } from '../components/NotificationsSection.tsx'
import type { BasicsValues } from '../forms.ts'
import { gravatarUrl } from '../gravatar.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.basicsResolver))

const labels = {
  username: 'Username',
  avatarUrl: 'Avatar URL',
  firstName: 'First name',
  lastName: 'Last name',
}

/** How the account appears to others. */
export function BasicsPage({ me }: { me: Me }) {
  usePageTitle('Account')
  const workspace = useWorkspace()
  const keep = useKeepMe()
  const toast = useToast()
  const { form, changesOf } = useEditForm<BasicsValues>({
    saved: valuesOf(me),
    read: async () => valuesOf((await readMe()) ?? me),
    resolver,
    labels,
  })
  const { control, reset, setValue, watch, formState } = form
  // Read at every render: what no render has read, the form does not keep.
  const { isDirty } = formState
  const [avatarUrl, firstName] = watch(['avatarUrl', 'firstName'])
  const submit = useSubmit(form, {
    run: async (values) => save(await changesOf(values)),
    success: 'Account updated',
    onDone: (updated) => {
      keep(updated)
      reset(valuesOf(updated))
    },
    fields: ['username', 'avatarUrl', 'firstName', 'lastName'],
    fallback: 'Something went wrong, please try again',
  })
  const primary = primaryEmail(me)
  const takeGravatar = async () => {
    if (!primary) return toast.error('Could not set gravatar avatar url, no primary email found.')
    setValue('avatarUrl', await gravatarUrl(primary), { shouldDirty: true, shouldValidate: true })
  }
  const membership = me.memberships.find((one) => one.workspace_id === workspace.id)
  return (
    <>
      <Section isTopic title="Account Basics">
        <FormStack onSubmit={submit} label="Account Basics">
          <FormError>{formState.errors.root?.message}</FormError>
          <FormTextField control={control} name="username" label="Username" autoComplete="username" />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}>
            <Avatar
              src={avatarUrl}
              alt=""
              sx={{ width: pictureSizes.title, height: pictureSizes.title, backgroundColor: 'primary.main' }}
            >
              {firstName.slice(0, 1).toUpperCase()}
            </Avatar>
            <FormTextField
              control={control}
              name="avatarUrl"
              label="Avatar URL"
              type="url"
              helperText={
                avatarUrl
                  ? 'A square picture of about 250 by 250 pixels looks best.'
                  : 'Required: the address of a picture, or use the one Gravatar has for you.'
              }
              sx={{ flex: '1 1 240px' }}
            />
            <Button onClick={() => void takeGravatar()} sx={{ flex: 'none', mt: 0.75 }}>
              Use Gravatar
            </Button>
          </Box>
          <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
            <FormTextField control={control} name="firstName" label="First name" autoComplete="given-name" />
            <FormTextField control={control} name="lastName" label="Last name" autoComplete="family-name" />
          </Box>
          <SubmitButton
            disabled={!canSubmit(formState) || !isDirty}
            loading={formState.isSubmitting}
            sx={{ justifySelf: 'start' }}
          >
            Save
          </SubmitButton>
        </FormStack>
      </Section>
      <EmailsSection me={me} />
      {membership ? <NotificationsSection membership={membership} /> : null}
    </>
  )
}

function save(values: Partial<BasicsValues>): Promise<Me> {
  return rpc('update_account', {
    p_first_name: values.firstName,
    p_last_name: values.lastName,
    p_username: values.username,
    p_avatar_url: values.avatarUrl,
  })
}

function valuesOf(me: Me): BasicsValues {
  return {
    username: me.username,
    avatarUrl: me.avatar_url ?? '',
    firstName: me.first_name ?? '',
    lastName: me.last_name ?? '',
  }
}
