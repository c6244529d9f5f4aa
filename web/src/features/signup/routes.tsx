import Box from '@mui/material/Box'
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
      <Route path="*" element={<Nowhere />} />
    </Routes>
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
