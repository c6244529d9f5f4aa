// Every screen is a chunk of its own: what the first paint does not need is not loaded for it.
import { lazy } from 'react'

const load = {
  shell: () => import('./shell/Shell.tsx'),
  home: () => import('./HomeScreen.tsx'),
  account: () => import('../features/account/routes.tsx'),
  admin: () => import('./admin/AdminArea.tsx'),
  unsubscribe: () => import('../features/account/unsubscribe-routes.tsx'),
  explorer: () => import('./ExplorerScreen.tsx'),
  proposals: () => import('./ProposalsScreen.tsx'),
  addProject: () => import('../features/projects/routes.tsx'),
  docs: () => import('../features/docs/routes.tsx'),
  shared: () => import('../features/docs/shared-routes.tsx'),
  studio: () => import('./StudioScreen.tsx'),
  roadmap: () => import('../features/roadmap/routes.tsx'),
  tryItRedirect: () => import('../features/docs/try-it-routes.tsx'),
  projectSettings: () => import('../features/project-settings/routes.tsx'),
  auth: () => import('../features/auth/routes.tsx'),
  callback: () => import('../features/auth/callback-routes.tsx'),
  signup: () => import('../features/signup/routes.tsx'),
  login: () => import('../features/find-workspace/routes.tsx'),
  device: () => import('../features/device/routes.tsx'),
  agents: () => import('../features/agents/routes.tsx'),
  links: () => import('../features/find-workspace/links-routes.tsx'),
}

export const Shell = lazy(load.shell)
export const Home = lazy(load.home)
export const Account = lazy(load.account)
export const Admin = lazy(load.admin)
export const Unsubscribe = lazy(load.unsubscribe)
export const Explorer = lazy(load.explorer)
export const Proposals = lazy(load.proposals)
export const AddProject = lazy(load.addProject)
export const Docs = lazy(load.docs)
export const Shared = lazy(load.shared)
export const Studio = lazy(load.studio)
export const Roadmap = lazy(load.roadmap)
export const TryItRedirect = lazy(load.tryItRedirect)
export const ProjectSettings = lazy(load.projectSettings)
export const Auth = lazy(load.auth)
export const Callback = lazy(load.callback)
export const Signup = lazy(load.signup)
export const Login = lazy(load.login)
export const Device = lazy(load.device)
export const Agents = lazy(load.agents)
export const Links = lazy(load.links)

const outsideShell: Record<string, () => Promise<unknown>> = {
  auth: load.auth,
  oauth: load.callback,
  welcome: load.signup,
  login: load.login,
  links: load.links,
  device: load.device,
}
const insideShell: Record<string, () => Promise<unknown>> = {
  '': load.home,
  docs: load.docs,
  settings: load.projectSettings,
  studio: load.studio,
  shared: load.shared,
  account: load.account,
  admin: load.admin,
  explore: load.explorer,
  proposals: load.proposals,
  add: load.addProject,
  roadmap: load.roadmap,
}

/** Starts loading what a path shows at once, instead of one chunk after the other. */
export function preloadScreen(pathname: string): void {
  const area = pathname.split('/')[1] ?? ''
  const alone = outsideShell[area]
  const loads = alone ? [alone] : [load.shell, ...(insideShell[area] ? [insideShell[area]] : [])]
  // A chunk that does not come is reported where it is rendered.
  for (const start of loads) start().catch(() => undefined)
}
