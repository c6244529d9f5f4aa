import { lazy } from 'react'
import StudioRoutes from '../features/studio/routes.tsx'
import { NodeSlot } from '../shared/ui/node-slot.tsx'

const NodeView = lazy(() =>
  import('../features/docs/components/AnalysedNode.tsx').then(({ AnalysedNodeView }) => ({
    default: AnalysedNodeView,
  })),
)

/** The Studio, whose preview shows nodes as the docs do. */
export default function StudioScreen() {
  return (
    <NodeSlot value={NodeView}>
      <StudioRoutes />
    </NodeSlot>
  )
}
