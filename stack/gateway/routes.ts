// Where a path leads. Pure, so that every route is a line in a test.
export type Target =
  | 'rest'
  | 'graphql'
  | 'realtime'
  | 'auth'
  | 'storage'
  | 'functions'
  | 'health'
  | 'config'
  | 'nothing'
  | 'app'

export interface Route {
  target: Target
  /** Path and query as the target sees them. */
  path: string
  /** Whether the route is one of Supabase's own surfaces, which any origin may call (CORS). */
  supabase: boolean
}

const SUPABASE: [prefix: string, target: Target][] = [
  ['/rest/v1', 'rest'],
  ['/graphql/v1', 'graphql'],
  ['/realtime/v1', 'realtime'],
  ['/auth/v1', 'auth'],
  ['/storage/v1', 'storage'],
  ['/functions/v1', 'functions'],
]

// These paths of /api/v1 belong to the functions `login` and `billing`, all others to `api`.
// Two of the specification's calls have no version in their path.
const UNVERSIONED = /^\/(emails\/confirm|workspaces\/[\w-]+\/member-emails\/confirm)(?=[?]|$)/
const BILLING = /^\/(billing\/products|workspaces\/[\w-]+\/billing|webhooks\/stripe)(?=[/?]|$)/
const LOGIN = /^\/(auth|emails\/confirm|workspaces\/has-email|workspaces\/[\w-]+\/member-emails)(?=[/?]|$)/

// What strangers need to check our tokens, and proxies to see that it lives.
const OPEN_OF_AUTH = new Set(['/.well-known/jwks.json', '/health'])

/**
 * Whether a host of the app serves it. Uploads are strangers' bytes and never share an origin with the app; nobody but
 * functions and worker, which have an address of their own, asks Auth for anything else.
 */
export function isForApps({ target, path, supabase }: Route): boolean {
  const [name = ''] = path.split('?', 1)
  // A server elsewhere could read it as another service's path.
  if (supabase && /(\.|%2e){2}/i.test(name)) return false
  return target === 'auth' ? OPEN_OF_AUTH.has(name) : target !== 'storage'
}

/** Finds the target of a request's URL (path and query). */
export function findRoute(url: string): Route {
  for (const [prefix, target] of SUPABASE) {
    const path = below(url, prefix)
    if (path !== undefined) return { target, path, supabase: true }
  }
  const api = below(url, '/api/v1')
  if (api !== undefined) {
    return { target: 'functions', path: `/${functionOf(api)}${api}`, supabase: false }
  }
  const unversioned = below(url, '/api')
  if (unversioned !== undefined) {
    return UNVERSIONED.test(unversioned)
      ? { target: 'functions', path: `/login${unversioned}`, supabase: false }
      : { target: 'nothing', path: url, supabase: false }
  }
  if (['/otel/v1/traces', '/graphql'].some((path) => below(url, path) !== undefined))
    return { target: 'functions', path: `/api${url}`, supabase: false }
  if (below(url, '/mocks') !== undefined) return { target: 'functions', path: url, supabase: false }
  const metadata = metadataFor(url)
  if (metadata !== undefined) return { target: 'functions', path: metadata, supabase: false }
  const page = pageFor(url)
  if (page !== undefined) return { target: 'functions', path: page, supabase: false }
  if (below(url, '/health') !== undefined) return { target: 'health', path: url, supabase: false }
  if (below(url, '/config.js') !== undefined) return { target: 'config', path: url, supabase: false }
  return { target: 'app', path: url, supabase: false }
}

function functionOf(api: string): string {
  if (LOGIN.test(api)) return 'login'
  return BILLING.test(api) ? 'billing' : 'api'
}

// What readers without a browser ask the host of a workspace for. A page named by its URI (`/~/docs/intro.md`) is the app's.
function pageFor(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  // A list of many pages comes in parts.
  if (path === '/llms.txt') return `/pages${url}`
  if (/^\/(robots\.txt|sitemap\.xml|sitemaps\/\d{1,15}\.xml)$/.test(path)) return `/pages${path}`
  return /^\/docs\/[^~]+\.md$/.test(path) ? `/pages/markdown${path}` : undefined
}

// What agents ask a workspace's host for before they are let in (RFC 9728, RFC 8414).
function metadataFor(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  const [, name] =
    /^\/\.well-known\/oauth-(protected-resource)(?:\/api\/v1\/mcp)?$/.exec(path) ??
    /^\/\.well-known\/oauth-(authorization-server)$/.exec(path) ??
    []
  return name && `/login/auth/oauth/${name}`
}

// "/rest/v1" and what is below it, but not "/rest/v10".
function below(url: string, prefix: string): string | undefined {
  if (!url.startsWith(prefix)) return undefined
  const rest = url.slice(prefix.length)
  if (rest === '') return '/'
  if (rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : undefined
}
