import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Suspense, use } from 'react'
import { useRead } from '../../../shared/data/read.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { monospace } from '../../../shared/ui/type-sizes.ts'
import type { Proposal } from '../model.ts'
import { ProposalPartsContext } from '../parts.ts'
import { textsQuery } from '../queries.ts'

interface Props {
  projectId: number
  proposal: Proposal
  path: string
}

/** The file of a node as text, on the baseline and on the branch. */
export function FileText({ projectId, proposal, path }: Props) {
  const { Diff } = use(ProposalPartsContext)
  const texts = useRead(textsQuery(projectId, proposal, path))
  if (texts.isPending) return <Spinner label="Loading the text" />
  if (!texts.data) return <ReadFault error={texts.error} onRetry={() => void texts.refetch()} />
  const [before, now] = texts.data
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography
        variant="caption"
        color="textSecondary"
        sx={{ fontFamily: monospace, overflowWrap: 'anywhere' }}
      >
        {path}
      </Typography>
      {before === now ? (
        <Typography color="textSecondary">The text is the same: it changes by what it refers to.</Typography>
      ) : Diff ? (
        <Box
          sx={{
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            maxHeight: 640,
            overflow: 'auto',
            display: 'flex',
          }}
        >
          <Suspense fallback={<Spinner />}>
            <Diff path={path} before={before} now={now} />
          </Suspense>
        </Box>
      ) : null}
    </Box>
  )
}
