import { lazy } from 'react'
import ExplorerRoutes from '../features/explorer/routes.tsx'
import { BranchNodeSlot } from '../shared/ui/branch-node-slot.tsx'

const BranchNode = lazy(() =>
  import('../features/docs/components/BranchNode.tsx').then(({ BranchNode }) => ({ default: BranchNode })),
)

/** The explorer, whose panel shows nodes as the docs do. */
export default function ExplorerScreen() {
  return (
    <BranchNodeSlot value={BranchNode}>
      <ExplorerRoutes />
    </BranchNodeSlot>
  )
}
