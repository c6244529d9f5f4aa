// Every screen is a chunk of its own; what is not needed for the first paint is not loaded for it.
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { Oops } from '../shared/ui/ErrorBoundary.tsx'
import { NotFoundPage } from '../shared/ui/error-pages.tsx'
import { Spinner } from '../shared/ui/Spinner.tsx'
import { RequirePermission, RequireSession } from './guards.tsx'
import { SiteGate } from './SiteGate.tsx'

/** A lazily loaded feature: its routes module exports a component that holds its own <Routes>. */
const feature = (load: () => Promise<{ default: React.ComponentType }>) => () =>
  load().then((module) => ({ Component: module.default }))

const insideShell: RouteObject[] = [
  {
    element: <RequireSession />,
    children: [
      { index: true, lazy: feature(() => import('../features/workspace/routes.tsx')) },
      { path: 'account/*', lazy: feature(() => import('../features/account/routes.tsx')) },
      {
        element: <RequirePermission permission="WorkspaceProjectsCreate" />,
        children: [{ path: 'add/projects', lazy: feature(() => import('../features/projects/routes.tsx')) }],
      },
    ],
  },
  { path: 'docs/:projectSlug/*', lazy: feature(() => import('../features/docs/routes.tsx')) },
  { path: '*', element: <NotFoundPage /> },
]

const routes: RouteObject[] = [
  {
    element: <SiteGate />,
    errorElement: <Oops />,
    hydrateFallbackElement: <Spinner />,
    children: [
      { path: 'auth/*', lazy: feature(() => import('../features/auth/routes.tsx')) },
      { path: 'welcome/*', lazy: feature(() => import('../features/signup/routes.tsx')) },
      { path: 'login/*', lazy: feature(() => import('../features/login/routes.tsx')) },
      { path: 'links/*', lazy: feature(() => import('../features/login/links-routes.tsx')) },
      { lazy: feature(() => import('./shell/Shell.tsx')), children: insideShell },
    ],
  },
]

export function createRouter() {
  return createBrowserRouter(routes)
}
