import { Route, Routes } from 'react-router-dom'
import { DocsPage } from './pages/DocsPage.tsx'

/** Docs of a project, mounted at /docs/:projectSlug/*. */
export default function DocsRoutes() {
  return (
    <Routes>
      <Route path="branches/:branchSlug/*" element={<DocsPage />} />
      <Route path="*" element={<DocsPage />} />
    </Routes>
  )
}
