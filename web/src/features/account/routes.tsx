import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { useMe } from '../../shared/data/me.ts'
import { QueryErrorPage } from '../../shared/ui/error-pages.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { AccountLayout } from './components/AccountLayout.tsx'
import { BasicsPage } from './pages/BasicsPage.tsx'
import { ConnectedPage } from './pages/ConnectedPage.tsx'
import { SecurityPage } from './pages/SecurityPage.tsx'

/** The account's settings below /account. */
export default function AccountRoutes() {
  const me = useMe()
  if (me.isError) return <QueryErrorPage error={me.error} onRetry={() => void me.refetch()} />
  if (!me.data) return <Spinner />
  return (
    <Routes>
      <Route element={<AccountLayout />}>
        <Route path="basics" element={<BasicsPage me={me.data} />} />
        <Route path="security" element={<SecurityPage me={me.data} />} />
        <Route path="connected-accounts" element={<ConnectedPage />} />
      </Route>
      <Route path="*" element={<ToBasics />} />
    </Routes>
  )
}

/** What a mail's link asks for goes along. */
function ToBasics() {
  const { search } = useLocation()
  return <Navigate to={`${paths.account.basics}${search}`} replace />
}
