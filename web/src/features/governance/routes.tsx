import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { GovernancePage } from './GovernancePage.tsx'

/** /admin/governance. */
export default function GovernanceRoutes() {
  return (
    <Routes>
      <Route index element={<GovernancePage />} />
      <Route path="*" element={<Navigate to={paths.admin.governance} replace />} />
    </Routes>
  )
}
