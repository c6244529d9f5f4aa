// The six Git hosts as their vendors document them: what sign-in asks, in their shapes; their APIs, hooks and remotes are
// in `git/`.
import { azureAccounts, azureRepository, azureRoutes } from './git/azure-devops.ts'
import { azureFeedbackRoutes, azureIdentity, azureTelling } from './git/azure-devops-feedback.ts'
import { bitbucketCloudRepository, bitbucketCloudRoutes } from './git/bitbucket-cloud.ts'
import { bitbucketCloudFeedbackRoutes, bitbucketCloudTelling } from './git/bitbucket-cloud-feedback.ts'
import { bitbucketDataCenterRepository, bitbucketDataCenterRoutes } from './git/bitbucket-data-center.ts'
import {
  bitbucketDataCenterFeedbackRoutes,
  bitbucketDataCenterTelling,
} from './git/bitbucket-data-center-feedback.ts'
import { githubRepository, githubRoutes } from './git/github.ts'
import { githubFeedbackRoutes, githubTelling } from './git/github-feedback.ts'
import { gitlabRepository, gitlabRoutes } from './git/gitlab.ts'
import { gitlabFeedbackRoutes, gitlabTelling } from './git/gitlab-feedback.ts'
import { answerBy, type Finding, type Refusing, type Route } from './git/routes.ts'
import { GitState, type Telling } from './git/state.ts'
import { type DoublePerson, type GitHostDouble, type HostShape, startHost } from './oauth-host.ts'

type Content = Pick<HostShape, 'state' | 'rest' | 'repositoryAt' | 'limit'>

interface Api {
  telling: Telling
  routes: Route[]
  finding: Finding
  refusing: Refusing
  numericIds: boolean
  /** The repository of a remote's address: organisation and name. */
  remote: RegExp
}

/** The part of a host that has repositories. */
function contentOf({ telling, routes, finding, refusing, numericIds, remote }: Api): Content {
  const state = new GitState(telling, { numericIds })
  return {
    state,
    rest: (request) => answerBy(routes, state, request, refusing, finding),
    repositoryAt(path) {
      const [, org = '', slug = ''] = remote.exec(path) ?? []
      return state.find(org, slug)
    },
    limit: { status: 429, headers: { 'retry-after': '30' } },
  }
}

const primaryOf = ({ emails }: DoublePerson) => emails.find(({ primary }) => primary) ?? emails[0]

/** GitHub: REST "Get the authenticated user", "List email addresses for the authenticated user". */
export function startGithub(redirectUris: string[]): Promise<GitHostDouble> {
  return startHost({
    authorizePath: '/login/oauth/authorize',
    tokenPath: '/login/oauth/access_token',
    scopes: ['read:user', 'user:email'],
    pkce: true,
    clientProof: 'body',
    redirectUris,
    ...contentOf({
      telling: githubTelling,
      routes: [...githubRoutes, ...githubFeedbackRoutes],
      finding: githubRepository,
      refusing: { invalid: 422, scope: 404 },
      numericIds: true,
      remote: /^\/([^/]+)\/([^/]+)$/,
    }),
    // "Rate limits for the REST API".
    limit: {
      status: 403,
      headers: {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 30),
      },
    },
    apiPath: '/api/v3',
    repositoryScopes: ['read:user', 'user:email', 'repo', 'read:org', 'admin:repo_hook'],
    personalAsPassword: false,
    gitUser: 'x-access-token',
    open: (path) => (path === '/api/v3/meta' ? { verifiable_password_authentication: false } : undefined),
    api(path, person) {
      if (path === '/api/v3/user')
        return {
          body: { id: person.id, login: person.username, name: person.name, avatar_url: null, type: 'User' },
        }
      if (path !== '/api/v3/user/emails') return undefined
      const visible = { visibility: 'public', primary: false }
      return { body: person.emails.map((email) => ({ ...visible, ...email })) }
    },
  })
}

/** GitLab: "Retrieve the current user", "List all your email addresses". */
export function startGitlab(redirectUris: string[]): Promise<GitHostDouble> {
  return startHost({
    authorizePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    scopes: ['read_user'],
    pkce: true,
    clientProof: 'body',
    redirectUris,
    ...contentOf({
      telling: gitlabTelling,
      routes: [...gitlabRoutes, ...gitlabFeedbackRoutes],
      finding: gitlabRepository,
      refusing: { invalid: 400, scope: 403 },
      numericIds: true,
      remote: /^\/(.+)\/([^/]+)$/,
    }),
    apiPath: '/api/v4',
    repositoryScopes: ['read_user', 'api'],
    personalAsPassword: false,
    gitUser: 'oauth2',
    api(path, person) {
      const confirmed = (verified: boolean | undefined) => (verified ? '2026-01-01T00:00:00Z' : null)
      const first = primaryOf(person)
      if (path === '/api/v4/user')
        return {
          body: {
            id: person.id,
            username: person.username,
            name: person.name,
            avatar_url: null,
            email: first?.email ?? null,
            confirmed_at: confirmed(first?.verified),
          },
        }
      if (path !== '/api/v4/user/emails') return undefined
      const others = person.emails.filter((email) => email !== first)
      return {
        body: others.map(({ email, verified }, id) => ({ id, email, confirmed_at: confirmed(verified) })),
      }
    },
  })
}

/** Bitbucket Cloud 2.0: "Get current user", "List email addresses for current user". */
export function startBitbucketCloud(redirectUris: string[]): Promise<GitHostDouble> {
  return startHost({
    authorizePath: '/site/oauth2/authorize',
    tokenPath: '/site/oauth2/access_token',
    scopes: ['account', 'email'],
    pkce: false,
    clientProof: 'basic',
    redirectUris,
    ...contentOf({
      telling: bitbucketCloudTelling,
      routes: [...bitbucketCloudRoutes, ...bitbucketCloudFeedbackRoutes],
      finding: bitbucketCloudRepository,
      refusing: { invalid: 400, scope: 403 },
      numericIds: false,
      remote: /^\/([^/]+)\/([^/]+)$/,
    }),
    apiPath: '/2.0',
    repositoryScopes: [
      'account',
      'email',
      'repository:write',
      'repository:admin',
      'pullrequest:write',
      'webhook',
    ],
    personalAsPassword: true,
    gitUser: 'x-token-auth',
    api(path, person) {
      if (path === '/2.0/user')
        return {
          body: {
            type: 'user',
            uuid: `{${person.id}}`,
            username: person.username,
            display_name: person.name,
            links: {},
          },
        }
      if (path !== '/2.0/user/emails') return undefined
      const values = person.emails.map(({ email, verified, primary = false }) => ({
        type: 'email',
        email,
        is_confirmed: verified,
        is_primary: primary,
      }))
      return { body: { values, pagelen: 10, page: 1 } }
    },
  })
}

/** Bitbucket Data Center, REST 1.0: "application-properties" names who asks in a header; "users/{slug}". */
export function startBitbucketDataCenter(redirectUris: string[]): Promise<GitHostDouble> {
  return startHost({
    authorizePath: '/rest/oauth2/latest/authorize',
    tokenPath: '/rest/oauth2/latest/token',
    scopes: ['PUBLIC_REPOS'],
    pkce: true,
    clientProof: 'body',
    redirectUris,
    basic: true,
    ...contentOf({
      telling: bitbucketDataCenterTelling,
      routes: [...bitbucketDataCenterRoutes, ...bitbucketDataCenterFeedbackRoutes],
      finding: bitbucketDataCenterRepository,
      refusing: { invalid: 400, scope: 401 },
      numericIds: true,
      remote: /^\/scm\/([^/]+)\/([^/]+)$/,
    }),
    apiPath: '/rest/api/1.0',
    repositoryScopes: ['PUBLIC_REPOS', 'PROJECT_ADMIN'],
    personalAsPassword: true,
    gitUser: null,
    open: (path) =>
      path === '/' || path === '/rest/api/1.0/application-properties' ? { version: '9.0.0' } : undefined,
    api(path, person) {
      if (path === '/rest/api/1.0/application-properties')
        return { body: { version: '9.0.0' }, headers: { 'x-ausername': encodeURIComponent(person.username) } }
      if (path !== `/rest/api/1.0/users/${person.username}`) return undefined
      return {
        body: {
          id: person.id,
          name: person.username,
          displayName: person.name,
          emailAddress: primaryOf(person)?.email,
          active: true,
        },
      }
    },
  })
}

/** The part of Azure DevOps that both have, at the address that the double will be at. */
function azureContent(kind: 'services' | 'server', origin: () => string) {
  return {
    ...contentOf({
      telling: azureTelling(origin),
      routes: [azureAccounts[kind], ...azureRoutes, ...azureFeedbackRoutes],
      finding: azureRepository,
      refusing: { invalid: 400, scope: 403 },
      numericIds: false,
      remote: /^\/([^/]+\/[^/]+)\/_git\/([^/]+)$/,
    }),
    apiPath: '',
    repositoryScopes: ['499b84ac-1321-427f-aa17-267ca6975798/user_impersonation'],
    personalAsPassword: true,
    gitUser: null,
  }
}

/** Azure DevOps Services: Entra ID for the sign-in, "Profiles - Get" for who it is. */
export async function startAzureServices(redirectUris: string[]): Promise<GitHostDouble> {
  const host: GitHostDouble = await startHost({
    ...azureContent('services', () => host.url),
    authorizePath: '/organizations/oauth2/v2.0/authorize',
    tokenPath: '/organizations/oauth2/v2.0/token',
    scopes: ['499b84ac-1321-427f-aa17-267ca6975798/user_impersonation', 'openid'],
    pkce: true,
    clientProof: 'body',
    redirectUris,
    api(path, person) {
      if (path !== '/_apis/profile/profiles/me') return undefined
      return {
        body: {
          id: azureIdentity(person.id),
          displayName: person.name,
          emailAddress: primaryOf(person)?.email ?? null,
          publicAlias: person.username,
        },
      }
    },
  })
  return host
}

/** Azure DevOps Server: "connectionData" tells who name and password belong to. */
export async function startAzureServer(): Promise<GitHostDouble> {
  const host: GitHostDouble = await startHost({
    ...azureContent('server', () => host.url),
    authorizePath: '',
    tokenPath: '',
    scopes: [],
    pkce: false,
    clientProof: 'body',
    redirectUris: [],
    basic: true,
    open: () => ({
      authenticatedUser: { id: '00000000-0000-0000-0000-000000000000', providerDisplayName: 'Anonymous' },
    }),
    api(path, person) {
      if (path !== '/_apis/connectionData') return undefined
      const account = { $type: 'System.String', $value: primaryOf(person)?.email ?? person.username }
      return {
        body: {
          authenticatedUser: {
            id: azureIdentity(person.id),
            providerDisplayName: person.name,
            properties: { Account: account },
          },
        },
      }
    },
  })
  return host
}
