import { lazy, Suspense, useState } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { useSessionState } from '../../shared/data/workspace.tsx'
import { DocsPage } from './pages/DocsPage.tsx'
import { tagsOfPage } from './tags/which.ts'

const HeadTags = lazy(() => import('./tags/HeadTags.tsx'))

/** Docs of a project, mounted at /docs/:projectSlug/*. */
export default function DocsRoutes() {
  const [tags] = useState(tagsOfPage)
  const place = placeOf(useLocation().pathname)
  const [first, setFirst] = useState(place)
  // An address without a branch leads on to the default one.
  if (place.startsWith(`${first}/`)) setFirst(place)
  const isVisitor = useSessionState().status === 'signed-out'
  return (
    <>
      <Routes>
        <Route path="branches/:branchSlug/*" element={<DocsPage />} />
        <Route path="*" element={<DocsPage />} />
      </Routes>
      {tags && isVisitor && (place === first || first.startsWith(`${place}/`)) ? (
        <Suspense>
          <HeadTags tags={tags} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The project and branch of an address: what the server says of the tags of one holds for no other. */
function placeOf(pathname: string): string {
  return /^\/docs\/[^/]+(?:\/branches\/[^/]+)?/.exec(pathname)?.[0] ?? ''
}
