import { useEffect } from 'react'
import { Route, Routes } from 'react-router-dom'
import { DocsPage } from './pages/DocsPage.tsx'

/** Docs of a project, mounted at /docs/:projectSlug/*. */
export default function DocsRoutes() {
  useEffect(loadSoon, [])
  return (
    <Routes>
      <Route path="branches/:branchSlug/*" element={<DocsPage />} />
      <Route path="*" element={<DocsPage />} />
    </Routes>
  )
}

// Every page needs these a moment after its first paint: they come while its content is still being asked for.
function loadSoon(): void {
  const parts = [
    import('./components/markdown/PlainMarkdown.tsx'),
    import('./components/operation/OperationSamples.tsx'),
  ]
  // A chunk that does not come is reported where it is rendered.
  for (const part of parts) part.catch(() => undefined)
}
