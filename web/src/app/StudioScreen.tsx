import { lazy, Suspense } from 'react'
import { DocsPartsContext } from '../features/studio/desk/slots.ts'
import StudioRoutes from '../features/studio/routes.tsx'
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

const docsParts = {
  renderMarkdown: (markdown: string) => (
    <Suspense fallback={null}>
      <WrittenMarkdown text={markdown} />
    </Suspense>
  ),
}

/** The Studio, whose preview shows nodes as the docs do. */
export default function StudioScreen() {
  return (
    <NodeSlot value={NodeView}>
      <DocsPartsContext value={docsParts}>
        <StudioRoutes />
      </DocsPartsContext>
    </NodeSlot>
  )
}
