import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { AutomationPage } from './AutomationPage.tsx'

/** The screen /admin/automation. */
export default function AutomationRoutes() {
  return (
    <Routes>
      <Route index element={<AutomationPage />} />
      <Route path="*" element={<Navigate to={paths.admin.automation} replace />} />
    </Routes>
  )
}
