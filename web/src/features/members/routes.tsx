import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { MembersPage } from './pages/MembersPage.tsx'

/** /admin/members. */
export default function MembersRoutes() {
  return (
    <Routes>
      <Route index element={<MembersPage />} />
      <Route path="*" element={<Navigate to={paths.admin.members} replace />} />
    </Routes>
  )
}
