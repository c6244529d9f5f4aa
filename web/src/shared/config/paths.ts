// The only place that spells the client's URLs. Values are encoded here, callers pass plain text.
import { config } from './config.ts'

const part = encodeURIComponent

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value)
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

export type AuthPage =
  | 'email'
  | 'email/login'
  | 'email/signup'
  | 'ldap'
  | 'bbdc'
  | 'ads'
  | 'confirm-workspace-member-email'
  | 'forgot-password'
  | 'reset-password'

export type DocsView = 'changelog' | 'dependencies' | 'problems'

export const paths = {
  home: '/',
  auth: (returnTo?: string) => withQuery('/auth', { r: returnTo === '/' ? undefined : returnTo }),
  /** A page of the auth area by its path below /auth. */
  authPage: (page: AuthPage, returnTo?: string) =>
    withQuery(`/auth/${page}`, { r: returnTo === '/' ? undefined : returnTo }),
  acceptInvite: '/auth/accept-invite',
  login: '/login',
  loginEmailSent: '/login/emailsent',
  loginNotFound: '/login/notfound',
  links: '/links',
  /** Where a program shows people to with its code. */
  device: (code?: string) => withQuery('/device', { code }),
  welcome: {
    start: '/welcome',
    welcomeBack: '/welcome/welcomeback',
    name: '/welcome/name',
    verify: '/welcome/verify',
    account: '/welcome/account',
    plan: '/welcome/choose-your-plan',
    /** Where the checkout of a new workspace leads back to, its session's id behind it. */
    paid: '/welcome/billing/success',
    complete: '/welcome/complete',
  },
  addProject: (group?: string) => withQuery('/add/projects', { group }),
  account: {
    root: '/account',
    basics: '/account/basics',
    security: '/account/security',
    connected: '/account/connected-accounts',
  },
  /** The administration of a workspace; projects, teams and groups open by their slug in the address. */
  admin: {
    root: '/admin',
    members: '/admin/members',
    membersNamed: (name: string) => withQuery('/admin/members', { q: name }),
    projects: '/admin/projects',
    group: (slug: string) => withQuery('/admin/projects', { group: slug }),
    teams: '/admin/teams',
    team: (slug: string) => `/admin/teams/${part(slug)}`,
    governance: '/admin/governance',
    problems: '/admin/problems',
    activity: '/admin/activity',
    audit: '/admin/activity/audit',
    automation: '/admin/automation',
    task: (jobId: string) => withQuery('/admin/automation', { task: jobId }),
    settings: '/admin/settings',
    /** Projects of NEXT, for workspaces that came from there. */
    legacyMigration: '/admin/legacy-migration/next',
    billing: '/admin/billing',
    /** The plans there are, one of them shown as what somebody came for. */
    plans: (product?: string) => withQuery('/admin/billing/plans', { plan: product }),
    billingSuccess: '/admin/billing/success',
  },
  /** The explorer, with a node of a project open beside the tree; what it is narrowed by behind that. */
  explore: (project?: string, node?: string, query: Record<string, string | undefined> = {}) =>
    withQuery(project && node ? `/explore/${part(project)}/${part(node)}` : '/explore', query),
  /** The embedded roadmap; what follows is its page's own path. */
  roadmap: '/roadmap',
  /** Proposals of all projects, and that of a branch. */
  proposals: '/proposals',
  proposal: (project: string, branch: string) => `/proposals/${part(project)}/branches/${part(branch)}`,
  /** The settings of a project, and the tab of its automation. */
  projectSettings: (project: string) => `/settings/${part(project)}`,
  projectAutomation: (project: string, task?: string) =>
    withQuery(`/settings/${part(project)}/automation`, { task }),
  /** The Studio at a project, or at one of its branches. */
  studio: (project: string, branch?: string, query: Record<string, string | undefined> = {}) =>
    withQuery(`/studio/${part(project)}${branch ? `:${part(branch)}` : ''}`, query),
  /** What a share link opens; the link's token stays in the browser, behind the '#'. */
  shared: (token: string) => `/shared#${part(token)}`,
  /** Where a provider of an API that is tried sends a reader's popup back to. */
  tryItRedirect: '/oauth/try-it',
  docs: (project: string, branch?: string, node?: string, hash?: string) => {
    const atBranch = branch ? `/branches/${part(branch)}` : ''
    const atNode = node ? `/${part(node)}` : ''
    return `/docs/${part(project)}${atBranch}${atNode}${hash ? `#${hash}` : ''}`
  },
  /** What is said of a branch beside its pages, or of one of them. No page's own address begins with '~'. */
  docsView: (project: string, branch: string, view: DocsView, node?: string) =>
    `/docs/${part(project)}/branches/${part(branch)}/~${view}${node ? `/${part(node)}` : ''}`,
} as const

/** Slug of the workspace that a host names, or null on the base host (and anywhere else). */
export function workspaceSlugOf(host: string): string | null {
  if (config.mode === 'single_tenant' && config.workspaceSlug) return config.workspaceSlug
  const suffix = `.${config.baseHost}`
  if (!host.endsWith(suffix)) return null
  const slug = host.slice(0, -suffix.length)
  return slug && !slug.includes('.') ? slug : null
}

/** The custom domain that a host is, as far as its name can say: one that is neither ours nor an address. */
export function customDomainOf(host: string): string | null {
  const name = (text: string) => text.toLowerCase().replace(/:\d+$/, '')
  const [domain, base] = [name(host), name(config.baseHost)]
  if (config.mode === 'single_tenant' || domain === base || domain.endsWith(`.${base}`)) return null
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(domain) ? domain : null
}

/** Address of a workspace, e.g. `http://acme.waymark.localhost:3000`. */
export function workspaceOrigin(slug: string): string {
  if (config.mode === 'single_tenant') return baseOrigin()
  return `${window.location.protocol}//${slug}.${config.baseHost}`
}

/** Address of the base host, where sign-up and workspace look-up live. */
export function baseOrigin(): string {
  return `${window.location.protocol}//${config.baseHost}`
}
