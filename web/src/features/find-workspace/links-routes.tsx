import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { useSite } from '../../shared/data/workspace.tsx'
import { LinksPage } from './pages/LinksPage.tsx'

/** 'Take Me to My Workspace', on the base host only. */
export default function LinksRoutes() {
  const site = useSite()
  if (site.kind === 'workspace') return <Navigate to={paths.home} replace />
  return (
    <Routes>
      <Route path="*" element={<LinksPage />} />
    </Routes>
  )
}
