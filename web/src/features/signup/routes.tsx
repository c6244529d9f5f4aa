import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { NotFoundPage } from '../../shared/ui/error-pages.tsx'
import { AccountPage } from './pages/AccountPage.tsx'
import { CompletePage } from './pages/CompletePage.tsx'
import { EmailPage } from './pages/EmailPage.tsx'
import { NamePage } from './pages/NamePage.tsx'
import { PlanPage } from './pages/PlanPage.tsx'
import { VerifyPage } from './pages/VerifyPage.tsx'
import { WelcomeBackPage } from './pages/WelcomeBackPage.tsx'

/** The sign-up wizard below /welcome. */
export default function SignupRoutes() {
  return (
    <Routes>
      <Route index element={<EmailPage />} />
      <Route path="create" element={<ToStart />} />
      <Route path="find" element={<ToStart />} />
      <Route path="welcomeback" element={<WelcomeBackPage />} />
      <Route path="name" element={<NamePage />} />
      <Route path="verify" element={<VerifyPage />} />
      <Route path="account" element={<AccountPage />} />
      <Route path="choose-your-plan" element={<PlanPage />} />
      <Route path="complete" element={<CompletePage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}

function ToStart() {
  return <Navigate to={paths.welcome.start + useLocation().search} replace />
}
