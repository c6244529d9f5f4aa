import { useEffect } from 'react'
import { Navigate, Route, Routes, useSearchParams } from 'react-router-dom'
import { config } from '../../shared/config/config.ts'
import { paths } from '../../shared/config/paths.ts'
import { OverviewPage } from './pages/OverviewPage.tsx'
import { PlansPage } from './pages/PlansPage.tsx'
import { SuccessPage } from './pages/SuccessPage.tsx'

/** /admin/billing/*; an installation of one company has no plans, and none of its pages. */
export default function BillingRoutes() {
  useForgetSignup()
  if (config.mode === 'single_tenant') return <Navigate to={paths.home} replace />
  return (
    <Routes>
      <Route index element={<OverviewPage />} />
      <Route path="plans" element={<PlansPage />} />
      <Route path="success/:sessionId" element={<SuccessPage />} />
      <Route path="*" element={<Navigate to={paths.admin.billing} replace />} />
    </Routes>
  )
}

/** What sign-up carried along in the address ends here. */
function useForgetSignup() {
  const [query, setQuery] = useSearchParams()
  const carries = query.has('email') || query.has('slug')
  useEffect(() => {
    if (!carries) return
    setQuery(
      (before) => {
        const kept = new URLSearchParams(before)
        kept.delete('email')
        kept.delete('slug')
        return kept
      },
      { replace: true },
    )
  }, [carries, setQuery])
}
