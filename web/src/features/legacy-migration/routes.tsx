import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { NextPage } from './NextPage.tsx'

/** The screen /admin/legacy-migration/next. */
export default function LegacyMigrationRoutes() {
  return (
    <Routes>
      <Route index element={<NextPage />} />
      <Route path="*" element={<Navigate to={paths.admin.legacyMigration} replace />} />
    </Routes>
  )
}
