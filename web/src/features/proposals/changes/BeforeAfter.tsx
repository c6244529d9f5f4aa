import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type AnalysedNode, AnalysedNodeView } from '../../../shared/ui/node-slot.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { ChangedNode, Proposal } from '../model.ts'
import { type ProposedNode, useNodeOn } from '../queries.ts'

/** A node as readers see it on the baseline, and as they will. */
export function BeforeAfter({ node, proposal }: { node: ChangedNode; proposal: Proposal }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        gap: 2,
      }}
    >
      <Side
        title={`Before, on ${proposal.baseline_name}`}
        branchId={proposal.baseline_branch_id}
        uri={node.uri}
        comparedAt={proposal.compared_at}
      />
      <Side
        title={`After, on ${proposal.branch_name}`}
        branchId={proposal.branch_id}
        uri={node.uri}
        comparedAt={proposal.compared_at}
      />
    </Box>
  )
}

interface SideProps {
  title: string
  branchId: number | null
  uri: string
  comparedAt: string | null
}

function Side({ title, branchId, uri, comparedAt }: SideProps) {
  const read = useNodeOn(branchId, uri, comparedAt)
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        p: 2,
        minWidth: 0,
        maxHeight: 640,
        overflow: 'auto',
      }}
      tabIndex={0}
    >
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {read.isError ? <ReadFault error={read.error} onRetry={() => void read.refetch()} /> : null}
      {branchId !== null && read.isPending ? <Spinner /> : null}
      {branchId === null || read.data === null ? (
        <Typography color="textSecondary">It is not there.</Typography>
      ) : read.data ? (
        <AnalysedNodeView node={analysed(read.data)} nodeAt={() => null} />
      ) : null}
    </Box>
  )
}

function analysed(node: ProposedNode): AnalysedNode {
  return {
    id: String(node.id),
    uri: node.uri,
    type: node.type,
    slug: node.slug,
    name: node.name,
    summary: node.summary,
    tags: node.tags,
    ...(node.method !== null && { method: node.method }),
    ...(node.path !== null && { path: node.path }),
    ...(node.version !== null && { version: node.version }),
    isInternal: node.is_internal,
    isDeprecated: node.is_deprecated,
    data: node.data,
  }
}
