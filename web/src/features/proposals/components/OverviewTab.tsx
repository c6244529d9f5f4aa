import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { use, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { MarkdownEditor } from '../../../shared/ui/MarkdownEditor.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { Discussion } from '../discussion/Discussion.tsx'
import type { Proposal, ProposalPage } from '../model.ts'
import { ProposalPartsContext } from '../parts.ts'
import { useUpdateProposal } from '../queries.ts'
import { ChecksPanel } from '../reviews/ChecksPanel.tsx'
import { EndPanel } from '../reviews/EndPanel.tsx'
import { ReviewersPanel } from '../reviews/ReviewersPanel.tsx'
import { ReviewPanel } from '../reviews/ReviewPanel.tsx'
import { StatusMark } from './Level.tsx'
import { Overtaken } from './Overtaken.tsx'
import { Written } from './Written.tsx'

interface Props {
  page: ProposalPage
  proposal: Proposal
}

/** Why it is proposed and what is said of it; beside that who reviews it and what is still missing. */
export function OverviewTab({ page, proposal }: Props) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
        gap: 4,
        alignItems: 'start',
      }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
        <Description page={page} proposal={proposal} />
        <Discussion page={page} proposal={proposal} />
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
        {proposal.status === 'open' ? <ReviewPanel proposal={proposal} /> : null}
        <ReviewersPanel page={page} proposal={proposal} />
        {proposal.checks.length > 0 ? <ChecksPanel checks={proposal.checks} /> : null}
        <EndPanel page={page} proposal={proposal} />
        {page.others.length > 0 ? <Others page={page} proposal={proposal} /> : null}
      </Box>
    </Box>
  )
}

function Others({ page, proposal }: Props) {
  const address = paths.proposal(page.project.slug, proposal.branch_slug)
  return (
    <Section heading="h2" title={`Other proposals of ${proposal.branch_name}`}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {page.others.map(({ id, title, status }) => (
          <Box key={id} component="li" sx={{ display: 'flex', gap: 1, alignItems: 'center', minWidth: 0 }}>
            <StatusMark status={status} />
            <MuiLink
              component={Link}
              to={`${address}?proposal=${id}`}
              variant="body2"
              sx={{ overflowWrap: 'anywhere', minWidth: 0 }}
            >
              {title}
            </MuiLink>
          </Box>
        ))}
      </Box>
    </Section>
  )
}

const mostDescription = 20_000

function Description({ page, proposal }: Props) {
  const { renderMarkdown } = use(ProposalPartsContext)
  const [text, setText] = useState<string | null>(null)
  const [was, setWas] = useState('')
  const update = useUpdateProposal(proposal.id)
  const mayEdit = (page.may_edit || proposal.is_mine) && proposal.status !== 'merging'
  const begin = () => {
    setText(proposal.description)
    setWas(proposal.description)
  }
  if (text !== null)
    return (
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
        <MarkdownEditor
          label="Description"
          value={text}
          onChange={setText}
          maxLength={mostDescription}
          minRows={6}
          renderPreview={renderMarkdown ?? ((markdown) => <Written text={markdown} />)}
        />
        {proposal.description === was ? null : (
          <Overtaken now={proposal.description} onKeepMine={() => setWas(proposal.description)} />
        )}
        <FormError>{update.error ? messageOf(update.error) : null}</FormError>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            size="small"
            variant="contained"
            loading={update.isPending}
            disabled={text.length > mostDescription || proposal.description !== was}
            onClick={() =>
              update.mutate(
                { said: { description: text }, was: { description: was } },
                { onSuccess: () => setText(null) },
              )
            }
          >
            Save
          </Button>
          <Button size="small" color="inherit" onClick={() => setText(null)}>
            Cancel
          </Button>
        </Box>
      </Box>
    )
  if (proposal.description === '' && !mayEdit) return null
  return (
    <Paper variant="outlined" sx={{ p: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      {proposal.description ? <Written text={proposal.description} /> : null}
      {mayEdit ? (
        <Box>
          <Button size="small" color="inherit" onClick={begin}>
            {proposal.description ? 'Change the description' : 'Describe it'}
          </Button>
        </Box>
      ) : null}
    </Paper>
  )
}
