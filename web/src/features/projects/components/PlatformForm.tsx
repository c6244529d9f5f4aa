import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { type ExternalProject, listExternalProjects } from '../../../shared/migration/queries.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { type Platform, platforms } from '../platforms.ts'
import { PlatformProjects } from './PlatformProjects.tsx'

interface Values {
  account: string
  api_key: string
}

/** Another platform: its key first, then what is there. The key stays in this page's memory. */
export default function PlatformForm({ source }: { source: Platform }) {
  const workspace = useWorkspace()
  const { name, account, keyHint } = platforms[source]
  const [found, setFound] = useState<{ values: Values; projects: ExternalProject[] } | null>(null)
  const form = useForm<Values>({ defaultValues: { account: '', api_key: '' } })
  const submit = useSubmit(form, {
    run: (values: Values) => listExternalProjects(workspace.id, { source, ...values }),
    onDone: ({ items }, values) => setFound({ values, projects: items }),
    fields: ['account', 'api_key'],
    fallback: `${name} could not be asked.`,
  })
  const { isSubmitting, errors } = form.formState
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <FormStack onSubmit={submit} label={`Key of ${name}`}>
        <FormError>{errors.root?.message}</FormError>
        {account ? (
          <FormTextField
            control={form.control}
            name="account"
            label={account.label}
            helperText={account.hint}
            required
            disabled={isSubmitting}
            slotProps={{ htmlInput: { maxLength: 200, spellCheck: false, autoCapitalize: 'none' } }}
          />
        ) : null}
        <FormTextField
          control={form.control}
          name="api_key"
          type="password"
          label="API key"
          helperText={keyHint}
          autoComplete="off"
          required
          disabled={isSubmitting}
          slotProps={{ htmlInput: { maxLength: 8000 } }}
        />
        <Typography variant="body2" color="textSecondary">
          The key lists what is there. It is kept encrypted while projects are migrated, and then deleted.
        </Typography>
        <SubmitButton loading={isSubmitting} sx={{ justifySelf: 'start' }}>
          List projects
        </SubmitButton>
      </FormStack>
      {found ? (
        <PlatformProjects
          key={`${found.values.account} ${found.projects.length}`}
          source={source}
          account={found.values.account.trim()}
          apiKey={found.values.api_key}
          projects={found.projects}
        />
      ) : null}
    </Box>
  )
}
