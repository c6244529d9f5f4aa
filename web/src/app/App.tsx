import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { ownCallbackPath, sharedCallbackPath } from '../../../supabase/functions/_shared/domain/callback.ts'
import { config } from '../shared/config/config.ts'
import { paths } from '../shared/config/paths.ts'
import { NotFoundPage } from '../shared/ui/error-pages.tsx'
import { Spinner } from '../shared/ui/Spinner.tsx'
import { Stories } from './dev/stories.ts'
import { RequirePermission, RequireSession } from './guards.tsx'
import { ReleaseWatch } from './ReleaseWatch.tsx'
import { SiteGate } from './SiteGate.tsx'
import {
  Account,
  AddProject,
  Admin,
  Agents,
  Auth,
  Callback,
  Device,
  Docs,
  Explorer,
  Home,
  Links,
  Login,
  ProjectSettings,
  Proposals,
  Roadmap,
  Shared,
  Shell,
  Signup,
  Studio,
  TryItRedirect,
  Unsubscribe,
} from './screens.ts'
import { Telemetry } from './Telemetry.tsx'

/** Which screen answers which address; each feature routes below its own prefix. */
export function App() {
  return (
    <Suspense fallback={<Spinner />}>
      <ReleaseWatch />
      <Telemetry />
      <Routes>
        <Route element={<SiteGate />}>
          <Route path="auth/*" element={<Auth />} />
          <Route path="account/unsubscribe" element={<Unsubscribe />} />
          <Route path={sharedCallbackPath} element={<Callback />} />
          <Route path={ownCallbackPath(':key')} element={<Callback />} />
          <Route path={paths.tryItRedirect} element={<TryItRedirect />} />
          <Route path="welcome/*" element={<Signup />} />
          <Route path="login/*" element={<Login />} />
          <Route path="links/*" element={<Links />} />
          <Route element={<RequireSession />}>
            <Route path="device" element={<Device />} />
            <Route path="oauth/authorize" element={<Agents />} />
          </Route>
          {Stories ? <Route path="dev/ui" element={<Stories />} /> : null}
          <Route element={<Shell />}>
            <Route element={<RequireSession />}>
              <Route index element={<Home />} />
              <Route path="account/*" element={<Account />} />
              <Route path="admin/*" element={<Admin />} />
              <Route path="settings/:projectSlug/*" element={<ProjectSettings />} />
              {config.roadmapUrl ? <Route path="roadmap/*" element={<Roadmap />} /> : null}
              <Route element={<RequirePermission permission="WorkspaceExplorerView" />}>
                <Route path="explore/*" element={<Explorer />} />
              </Route>
              <Route element={<RequirePermission permission="WorkspaceProjectsCreate" />}>
                <Route path="add/projects" element={<AddProject />} />
                <Route path="proposals/*" element={<Proposals />} />
              </Route>
            </Route>
            <Route path="docs/:projectSlug/*" element={<Docs />} />
            <Route path="studio/*" element={<Studio />} />
            <Route path="shared" element={<Shared />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Routes>
    </Suspense>
  )
}
