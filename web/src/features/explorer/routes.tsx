import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { ExplorerPage } from './pages/ExplorerPage.tsx'
import { NodeByUri } from './pages/NodeByUri.tsx'

/** The screens below /explore. */
export default function ExplorerRoutes() {
  return (
    <Routes>
      <Route path=":projectSlug/nodes/*" element={<NodeByUri />} />
      {/* One element, so that the tree stays as it is while nodes are opened. */}
      <Route path="/:projectSlug?/:nodeSlug?" element={<ExplorerPage />} />
      <Route path="*" element={<Navigate to={paths.explore()} replace />} />
    </Routes>
  )
}
