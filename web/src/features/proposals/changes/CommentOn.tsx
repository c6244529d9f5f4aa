import { useToast } from '../../../shared/ui/toast.ts'
import { SuggestingComposer } from '../discussion/SuggestingComposer.tsx'
import type { ChangedNode, NodeChange, Proposal } from '../model.ts'
import { useStartThread } from '../queries.ts'

interface Props {
  node: ChangedNode
  change: NodeChange | null
  projectId: number
  proposal: Proposal
  onDone: () => void
}

/** Begins a thread about a node or one of its changes, with another text for it where one has one. */
export function CommentOn({ node, change, projectId, proposal, onDone }: Props) {
  const start = useStartThread(proposal.id)
  const toast = useToast()
  return (
    <SuggestingComposer
      projectId={projectId}
      proposal={proposal}
      path={node.operation === 'removed' ? null : node.path}
      line={change?.line ?? 1}
      label={`Comment on ${node.name || node.uri}`}
      action="Comment"
      onSend={async (text, key, suggestion) => {
        await start.mutateAsync({
          text,
          key,
          uri: node.uri,
          suggestion,
          ...(change && { pointer: change.pointer, quote: change.message }),
        })
        toast.success('Comment added to the discussion')
        onDone()
      }}
      onCancel={onDone}
    />
  )
}
