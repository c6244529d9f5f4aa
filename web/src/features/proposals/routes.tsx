import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { ProposalPage } from './pages/ProposalPage.tsx'
import { ProposalsPage } from './pages/ProposalsPage.tsx'

/** The screens below /proposals. */
export default function ProposalsRoutes() {
  return (
    <Routes>
      <Route index element={<ProposalsPage />} />
      <Route path=":projectSlug/branches/:branchSlug/*" element={<ProposalPage />} />
      <Route path="*" element={<Navigate to={paths.proposals} replace />} />
    </Routes>
  )
}
