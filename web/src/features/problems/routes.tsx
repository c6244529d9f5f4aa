import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { NavTabs } from '../../shared/ui/NavTabs.tsx'
import { PageHeader } from '../../shared/ui/PageHeader.tsx'
import { ReportPage } from './ReportPage.tsx'
import { WaiversPage } from './WaiversPage.tsx'

const tabs = [
  { path: paths.admin.problems, label: 'Report', isAlone: true },
  { path: `${paths.admin.problems}/waivers`, label: 'Waivers' },
]

/** The screens /admin/problems: the report, and what is waived. */
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
        <Route path="*" element={<Navigate to={paths.admin.problems} replace />} />
      </Routes>
    </>
  )
}
