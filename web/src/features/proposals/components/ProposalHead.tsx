import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { deletedUser, type Proposal, type ProposalPage } from '../model.ts'
import { useUpdateProposal } from '../queries.ts'
import { LevelCounts, StatusMark } from './Level.tsx'
import { Overtaken } from './Overtaken.tsx'

interface Props {
  page: ProposalPage
  proposal: Proposal
}

/** What is proposed, by whom, for which branch, and where it stands. */
export function ProposalHead({ page, proposal }: Props) {
  const { project, branch } = page
  const { author, status, baseline_name: baseline, branch_name: name } = proposal
  const mayEdit = (page.may_edit || proposal.is_mine) && status !== 'merging'
  return (
    <Box component="header" sx={{ mb: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Typography variant="body2">
        <MuiLink component={Link} to={paths.proposals} color="inherit" underline="hover">
          Proposals
        </MuiLink>
      </Typography>
      <Title proposal={proposal} mayEdit={mayEdit} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <StatusMark status={status} />
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {author?.display_name ?? deletedUser} proposes <strong>{name}</strong> for{' '}
          <strong>{baseline}</strong> of{' '}
          <MuiLink component={Link} to={paths.docs(project.slug)} color="inherit">
            {project.name}
          </MuiLink>
          , <RelativeTime at={proposal.created_at} />
        </Typography>
        <LevelCounts major={proposal.major} minor={proposal.minor} patch={proposal.patch} />
        <Box sx={{ flex: 1 }} />
        {branch && status === 'open' ? (
          <Button
            component={Link}
            to={paths.studio(project.slug, branch.slug)}
            size="small"
            variant="outlined"
          >
            Open in Studio
          </Button>
        ) : null}
      </Box>
      {branch && status === 'open' && branch.has_changes && project.type !== 'vcs' ? (
        <Callout severity="info">
          Something was written on {branch.name} that is not published. Publish it in the Studio to make it
          part of the proposal.
        </Callout>
      ) : null}
      {proposal.branch_id === null ? (
        <Callout severity="warning">
          The branch {name} was deleted. What it proposed is kept here for reading.
        </Callout>
      ) : null}
    </Box>
  )
}

function Title({ proposal, mayEdit }: { proposal: Proposal; mayEdit: boolean }) {
  const [isEdited, setEdited] = useState(false)
  if (isEdited) return <TitleForm proposal={proposal} onClose={() => setEdited(false)} />
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
      <Typography variant="h1" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        {proposal.title}
      </Typography>
      {mayEdit ? (
        <IconButton size="small" aria-label="Change the title" onClick={() => setEdited(true)}>
          <EditIcon fontSize="small" />
        </IconButton>
      ) : null}
    </Box>
  )
}

function TitleForm({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const [was, setWas] = useState(proposal.title)
  const { mutateAsync } = useUpdateProposal(proposal.id)
  const form = useForm({ defaultValues: { title: proposal.title } })
  const { control, formState } = form
  const mayBeSaved = useWatch({ control, name: 'title' }).trim() !== '' && proposal.title === was
  const submit = useSubmit(form, {
    run: ({ title }) => mutateAsync({ said: { title: title.trim() }, was: { title: was } }),
    onDone: onClose,
    fields: ['title'],
  })
  return (
    <Box
      component="form"
      aria-label="Title"
      onSubmit={(event) => {
        event.preventDefault()
        if (mayBeSaved) void submit()
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}
    >
      <FormTextField
        control={control}
        name="title"
        label="Title"
        autoFocus
        slotProps={{ htmlInput: { maxLength: 200 } }}
        sx={{ flex: '1 1 320px', width: 'auto' }}
      />
      <Button
        type="submit"
        size="small"
        variant="contained"
        loading={formState.isSubmitting}
        disabled={!mayBeSaved}
      >
        Save
      </Button>
      <Button size="small" color="inherit" disabled={formState.isSubmitting} onClick={onClose}>
        Cancel
      </Button>
      <FormError>{formState.errors.root?.message}</FormError>
      {proposal.title === was ? null : (
        <Overtaken now={proposal.title} onKeepMine={() => setWas(proposal.title)} />
      )}
    </Box>
  )
}
