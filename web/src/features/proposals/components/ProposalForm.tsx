import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { use } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { MarkdownEditor } from '../../../shared/ui/MarkdownEditor.tsx'
import { PageHeader } from '../../../shared/ui/PageHeader.tsx'
import type { ProposalPage } from '../model.ts'
import { ProposalPartsContext } from '../parts.ts'
import { createProposal, type NewProposal, proposalChanges } from '../queries.ts'
import { Written } from './Written.tsx'

const mostTitle = 200
const mostDescription = 20_000

type Branch = NonNullable<ProposalPage['branch']>

/** What is proposed, why, and for which branch. */
export function ProposalForm({ page, branch }: { page: ProposalPage; branch: Branch }) {
  const { renderMarkdown } = use(ProposalPartsContext)
  const baseline = page.baselines.find(({ is_default }) => is_default) ?? page.baselines[0]
  const form = useForm<NewProposal>({
    defaultValues: { branchId: branch.id, baselineId: baseline?.id ?? 0, title: '', description: '' },
  })
  const submit = useSubmit(form, {
    run: createProposal,
    fields: ['title', 'description', 'baselineId'],
    changes: proposalChanges,
    success: 'Proposal opened',
  })
  const { errors, isSubmitting } = form.formState
  return (
    <>
      <PageHeader
        title={`Propose ${branch.name}`}
        description={`Of ${page.project.name}. Nothing changes for readers before it is merged.`}
      />
      {branch.has_content ? null : (
        <Alert
          severity="info"
          action={
            <Button component={Link} to={paths.studio(page.project.slug, branch.slug)} size="small">
              Open the Studio
            </Button>
          }
          sx={{ mb: 2 }}
        >
          Nothing of {branch.name} is published yet. What a proposal changes shows once it is.
        </Alert>
      )}
      <Box
        component="form"
        noValidate
        aria-label="New proposal"
        onSubmit={(event) => void submit(event)}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}
      >
        <TextField
          label="Title"
          autoFocus
          autoComplete="off"
          {...form.register('title', {
            validate: (title) =>
              title.trim() === ''
                ? 'Required'
                : title.length <= mostTitle || `Must be no more than ${mostTitle} characters`,
          })}
          error={errors.title !== undefined}
          helperText={errors.title?.message}
        />
        <Controller
          control={form.control}
          name="baselineId"
          render={({ field }) => (
            <TextField
              select
              label="For"
              {...field}
              error={errors.baselineId !== undefined}
              helperText={
                errors.baselineId?.message ?? 'The branch that it is compared with and becomes part of'
              }
            >
              {page.baselines.map(({ id, name, is_default }) => (
                <MenuItem key={id} value={id}>
                  {name}
                  {is_default ? ' (default)' : ''}
                </MenuItem>
              ))}
            </TextField>
          )}
        />
        <Controller
          control={form.control}
          name="description"
          rules={{ maxLength: { value: mostDescription, message: 'This is too long' } }}
          render={({ field }) => (
            <MarkdownEditor
              label="Description"
              value={field.value}
              onChange={field.onChange}
              maxLength={mostDescription}
              minRows={8}
              renderPreview={renderMarkdown ?? ((text) => <Written text={text} />)}
            />
          )}
        />
        <FormError>{errors.root?.message ?? errors.description?.message}</FormError>
        <Box>
          <Button type="submit" variant="contained" loading={isSubmitting}>
            Open the proposal
          </Button>
        </Box>
      </Box>
    </>
  )
}
