import HomeRoutes from '../features/workspace/routes.tsx'
import { DataBlockSlot } from '../shared/ui/markdown/data-block-slot.tsx'
import { LandingBlock } from './landing-block.ts'

/** The page that members come home to, whose requests and schemas look as in the docs. */
export default function HomeScreen() {
  return (
    <DataBlockSlot value={LandingBlock}>
      <HomeRoutes />
    </DataBlockSlot>
  )
}
