// A Git host as the screen that adds projects meets it. Only tests import this.
import { screen } from '@testing-library/react'
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { graphAnswer } from '../../shared/testing/graph.ts'
import { acme } from '../../shared/testing/render.tsx'
import { type Answers, json, problem, type ReceivedRequest, tokenFor } from '../../shared/testing/server.ts'
import type { openAddProject } from './testing.tsx'

export const accounts = 'POST /rest/v1/rpc/connected_accounts'
export const at = (id: number, rest: string) => `/api/v1/vcs-integrations/${encodeId('wkintg', id)}/${rest}`
export const organizations = `GET ${at(5, 'organizations')}`
export const repositories = `GET ${at(5, 'repositories')}`
export const webhooks = `POST ${at(5, 'webhooks')}`

export const github = (account: number | null, more = {}) => ({
  workspace_integration_id: 5,
  name: 'Our GitHub',
  kind: 'github',
  flow: 'oauth',
  external_user_id: account,
  username: account === null ? null : 'ada-at-github',
  ...more,
})
export const organization = (slug: string, name = slug, internal = false) => ({
  slug,
  external_id: slug,
  name,
  allows_internal: internal,
})
export const repository = (slug: string, more = {}) => ({
  remote_url_http: `https://github.com/acme/${slug}.git`,
  remote_url_ssh: null,
  external_id: `id-${slug}`,
  external_slug: slug,
  external_org_slug: 'acme',
  external_star_count: 3,
  default_branch: 'main',
  name: slug,
  description: '',
  visibility: 'private',
  web_url: `https://github.com/acme/${slug}`,
  added: false,
  ...more,
})
export const page = (items: object[], next: string | null = null) => json(200, { items, next })
export const toReconnect = (detail = 'Looks like your access token is expired') =>
  problem(400, 'VCS_PROVIDER_ERROR', detail, { reason: 'reconnect' })

/** What a server answers whose workspace has one Git host, connected. */
export const gitHostAnswers = (): Answers => ({
  'POST /rest/v1/rpc/workspace_by_slug': acme,
  'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
  'POST /rest/v1/rpc/my_permissions': [{ role: 'owner', permission: 'WorkspaceProjectsCreate' }],
  'POST /rest/v1/rpc/workspace_features': [],
  'GET /rest/v1/workspaces': { allow_public_projects: true, allow_web_projects: true },
  'GraphQL GroupList': graphAnswer('groupsCollection', []),
  [accounts]: [github(1)],
  [organizations]: ({ path }: ReceivedRequest) => {
    const slug = new URL(path, 'http://x').searchParams.get('slug')
    // As GitHub does: what an organisation may have is told of a single one.
    if (slug) return page([organization(slug, slug, slug === 'globex')])
    return page([organization('acme'), organization('globex', 'G'.repeat(50))])
  },
  [repositories]: ({ path }: ReceivedRequest) => repositoriesAt(new URL(path, 'http://x').searchParams),
  [webhooks]: () => json(201, { webhook_external_id: '1', url: 'http://x' }),
})

function repositoriesAt(query: URLSearchParams): Response {
  const url = query.get('url')
  if (url?.endsWith('/typed')) return page([repository('typed')])
  if (url?.endsWith('/late')) return page([repository('late', { default_branch: 'trunk' })])
  if (url) return problem(404, 'NOT_FOUND', 'This repository does not exist.')
  if (query.get('search')) return page(query.get('search') === 'pe' ? [repository('pets')] : [])
  if (query.get('organization') !== 'acme') return page([])
  if (query.get('cursor') === 'two') return page([repository('typed')])
  return page(
    [
      repository('pets'),
      repository('cars', { added: true }),
      repository('toys'),
      repository('late', { default_branch: null }),
    ],
    'two',
  )
}

/** Chooses an option of a list. */
export const pick = async (
  user: ReturnType<typeof openAddProject>['user'],
  label: string,
  option: string | RegExp,
) => {
  await user.click(await screen.findByLabelText(label))
  await user.click(await screen.findByRole('option', { name: option }))
}
