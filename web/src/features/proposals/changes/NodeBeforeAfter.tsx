import Typography from '@mui/material/Typography'
import { BeforeAfter } from '../../../shared/ui/BeforeAfter.tsx'
import { type AnalysedNode, AnalysedNodeView } from '../../../shared/ui/node-slot.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { ChangedNode, Proposal } from '../model.ts'
import { type ProposedNode, useNodeOn } from '../queries.ts'

/** A node as readers see it on the baseline, and as they will. */
export function NodeBeforeAfter({ node: { uri }, proposal }: { node: ChangedNode; proposal: Proposal }) {
  const { baseline_branch_id: baselineId, branch_id: branchId, compared_at: comparedAt } = proposal
  return (
    <BeforeAfter
      before={{
        title: `Before, on ${proposal.baseline_name}`,
        page: <NodeOn branchId={baselineId} uri={uri} comparedAt={comparedAt} />,
      }}
      after={{
        title: `After, on ${proposal.branch_name}`,
        page: <NodeOn branchId={branchId} uri={uri} comparedAt={comparedAt} />,
      }}
    />
  )
}

interface NodeOnProps {
  branchId: number | null
  uri: string
  comparedAt: string | null
}

function NodeOn({ branchId, uri, comparedAt }: NodeOnProps) {
  const read = useNodeOn(branchId, uri, comparedAt)
  if (branchId === null || read.data === null)
    return <Typography color="textSecondary">It is not there.</Typography>
  if (read.isError) return <ReadFault error={read.error} onRetry={() => void read.refetch()} />
  if (read.isPending) return <Spinner />
  return <AnalysedNodeView node={analysed(read.data)} nodeAt={() => null} />
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
