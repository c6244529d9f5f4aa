import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { ActivityPage } from './pages/ActivityPage.tsx'
import { AuditPage } from './pages/AuditPage.tsx'

/** The screens of /admin/activity. */
export default function ActivityRoutes() {
  return (
    <Routes>
      <Route index element={<ActivityPage />} />
      <Route path="audit" element={<AuditPage />} />
      <Route path="*" element={<Navigate to={paths.admin.activity} replace />} />
    </Routes>
  )
}
