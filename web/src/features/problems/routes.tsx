import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { NavTabs } from '../../shared/ui/NavTabs.tsx'
import { PageHeader } from '../../shared/ui/PageHeader.tsx'
import { FixesPage } from './fixes/FixesPage.tsx'
import { ReportPage } from './ReportPage.tsx'
import { WaiversPage } from './WaiversPage.tsx'

const tabs = [
  { path: paths.admin.problems, label: 'Report', isAlone: true },
  { path: `${paths.admin.problems}/waivers`, label: 'Waivers' },
  { path: `${paths.admin.problems}/fixes`, label: 'Fixes' },
]

/** The screens /admin/problems: the report, what is waived, and what is fixed in many projects at once. */
export default function ProblemsRoutes() {
  return (
    <>
      <PageHeader
        title="Problems"
        description="How the default versions of the projects that you may edit stand against their style guides."
      />
      <NavTabs label="Problems" tabs={tabs} />
      <Routes>
        <Route index element={<ReportPage />} />
        <Route path="waivers" element={<WaiversPage />} />
        <Route path="fixes" element={<FixesPage />} />
        <Route path="*" element={<Navigate to={paths.admin.problems} replace />} />
      </Routes>
    </>
  )
}
