import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { useSite } from '../../shared/data/workspace.tsx'
import { EmailSentPage } from './pages/EmailSentPage.tsx'
import { FindPage } from './pages/FindPage.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'

/** Finding one's workspaces, on the base host only. */
export default function FindWorkspaceRoutes() {
  const site = useSite()
  if (site.kind === 'workspace') return <Navigate to={paths.home} replace />
  return (
    <Routes>
      <Route index element={<FindPage />} />
      <Route path="emailsent" element={<EmailSentPage />} />
      <Route path="notfound" element={<NotFoundPage />} />
      <Route path="*" element={<Navigate to={paths.login} replace />} />
    </Routes>
  )
}
