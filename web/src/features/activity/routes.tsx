import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { ActivityPage } from './pages/ActivityPage.tsx'

/** The screen /admin/activity. */
export default function ActivityRoutes() {
  return (
    <Routes>
      <Route index element={<ActivityPage />} />
      <Route path="*" element={<Navigate to={paths.admin.activity} replace />} />
    </Routes>
  )
}
