import { lazy, Suspense } from 'react'
import { type ProposalParts, ProposalPartsContext } from '../features/proposals/parts.ts'
import ProposalsRoutes from '../features/proposals/routes.tsx'
import { NodeSlot } from '../shared/ui/node-slot.tsx'

const NodeView = lazy(() =>
  import('../features/docs/components/AnalysedNode.tsx').then(({ AnalysedNodeView }) => ({
    default: AnalysedNodeView,
  })),
)

const WrittenMarkdown = lazy(() =>
  import('../features/docs/components/WrittenMarkdown.tsx').then(({ WrittenMarkdown }) => ({
    default: WrittenMarkdown,
  })),
)

const Diff = lazy(() => import('../features/studio/layout/Diff.tsx').then(({ Diff }) => ({ default: Diff })))

const parts: ProposalParts = {
  renderMarkdown: (markdown: string) => (
    <Suspense fallback={null}>
      <WrittenMarkdown text={markdown} />
    </Suspense>
  ),
  Diff,
  applySuggestion: async (place, suggestion) => {
    const { applySuggestion } = await import('../features/studio/documents/apply-suggestion.ts')
    return applySuggestion(place, suggestion)
  },
}

/** Proposals, which show nodes as the docs do and texts as the Studio does. */
export default function ProposalsScreen() {
  return (
    <NodeSlot value={NodeView}>
      <ProposalPartsContext value={parts}>
        <ProposalsRoutes />
      </ProposalPartsContext>
    </NodeSlot>
  )
}
