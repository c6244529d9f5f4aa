import Box from '@mui/material/Box'
import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { NotFoundPage } from '../../shared/ui/error-pages.tsx'
import { lazyAhead } from '../../shared/ui/lazy-ahead.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { EmailPage } from './pages/EmailPage.tsx'

// The first step paints alone; the others come while somebody types there.
const account = lazyAhead<object>(() =>
  import('./pages/AccountPage.tsx').then((m) => ({ default: m.AccountPage })),
)
const complete = lazyAhead<object>(() =>
  import('./pages/CompletePage.tsx').then((m) => ({ default: m.CompletePage })),
)
const name = lazyAhead<object>(() => import('./pages/NamePage.tsx').then((m) => ({ default: m.NamePage })))
const plan = lazyAhead<object>(() => import('./pages/PlanPage.tsx').then((m) => ({ default: m.PlanPage })))
const paid = lazyAhead<object>(() => import('./pages/PaidPage.tsx').then((m) => ({ default: m.PaidPage })))
const verify = lazyAhead<object>(() =>
  import('./pages/VerifyPage.tsx').then((m) => ({ default: m.VerifyPage })),
)
const welcomeBack = lazyAhead<object>(() =>
  import('./pages/WelcomeBackPage.tsx').then((m) => ({ default: m.WelcomeBackPage })),
)

function loadAll() {
  for (const step of [name, verify, account, plan, complete, welcomeBack]) step.preload()
}

/** The sign-up wizard below /welcome. */
export default function SignupRoutes() {
  useEffect(loadAll, [])
  return (
    <Suspense fallback={<Spinner />}>
      <Routes>
        <Route index element={<EmailPage />} />
        <Route path="create" element={<ToStart />} />
        <Route path="find" element={<ToStart />} />
        <Route path="welcomeback" element={<welcomeBack.Part />} />
        <Route path="name" element={<name.Part />} />
        <Route path="verify" element={<verify.Part />} />
        <Route path="account" element={<account.Part />} />
        <Route path="choose-your-plan" element={<plan.Part />} />
        <Route path="billing/success/:sessionId" element={<paid.Part />} />
        <Route path="complete" element={<complete.Part />} />
        <Route path="*" element={<Nowhere />} />
      </Routes>
    </Suspense>
  )
}

/** The shell, which gives other pages their landmark, does not frame the wizard. */
function Nowhere() {
  return (
    <Box component="main" sx={{ flex: 1, display: 'flex' }}>
      <NotFoundPage />
    </Box>
  )
}

function ToStart() {
  return <Navigate to={paths.welcome.start + useLocation().search} replace />
}
