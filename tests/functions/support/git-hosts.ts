// Six Git hosts as a workspace connects them, played by doubles.
import { afterAll } from 'vitest'
import {
  startAzureServer,
  startAzureServices,
  startBitbucketCloud,
  startBitbucketDataCenter,
  startGithub,
  startGitlab,
} from '../../doubles/git-hosts.ts'
import type { GitHostDouble } from '../../doubles/oauth-host.ts'
import type { StackInfo } from '../../support/stack.ts'
import { anIntegration, trust } from './integrations.ts'
import { sql, unique, type Workspace } from './people.ts'

/** What a sign-in answers. */
export interface Result {
  token: string | null
  join_request_status: string | null
  user_role?: string
  return_to?: string
}

export interface Kind {
  kind: string
  start: () => Promise<GitHostDouble>
  api: string
  config?: object
}

/** The kinds of hosts, and what makes one of them known to a workspace; hosts end with the tests of the file. */
export function gitHosts(stack: StackInfo) {
  const callback = [`${stack.waymarkUrl}/oauth/integrations/`]
  const byOAuth: Kind[] = [
    { kind: 'github', start: () => startGithub(callback), api: '/api/v3' },
    { kind: 'gitlab', start: () => startGitlab(callback), api: '/api/v4' },
    { kind: 'bitbucket_cloud', start: () => startBitbucketCloud(callback), api: '/2.0' },
    {
      kind: 'bitbucket_data_center',
      start: () => startBitbucketDataCenter(callback),
      api: '/rest/api/1.0',
      config: { authType: 'oauth' },
    },
    { kind: 'azure_devops_services', start: () => startAzureServices(callback), api: '' },
  ]
  const byPassword: Kind[] = [
    { kind: 'bitbucket_data_center', start: () => startBitbucketDataCenter(callback), api: '/rest/api/1.0' },
    { kind: 'azure_devops_server', start: startAzureServer, api: '' },
  ]

  const open: GitHostDouble[] = []
  afterAll(() => Promise.all(open.map((host) => host.close())))

  /** Ends a host with the others. */
  function closing(host: GitHostDouble): GitHostDouble {
    open.push(host)
    return host
  }

  /** A host of a kind, and the workspace's integration with it; its word about addresses counts where a host's may. */
  async function aHost(workspace: Workspace, kind: Kind) {
    const host = closing(await kind.start())
    return { host, integration: await integrationWith(workspace, kind, host) }
  }

  /** An integration of a workspace with a host that runs. */
  async function integrationWith(workspace: Workspace, { kind, api, config }: Kind, host: GitHostDouble) {
    const apiUrl = `${host.url}${api}`
    if (!kind.startsWith('azure')) await trust(stack, kind, host.url, apiUrl)
    const { clientId, clientSecret } = host
    const basic = kind === 'azure_devops_server' || (kind === 'bitbucket_data_center' && !config)
    return anIntegration(stack, workspace, {
      kind,
      name: unique(kind),
      config_type: 'custom',
      config: {
        hostUrl: host.url,
        apiUrl,
        ...(basic ? {} : { clientId }),
        ...config,
      },
      secrets: basic ? {} : { clientSecret },
    })
  }

  /** Lets everybody of an address's domain in. */
  async function invited(workspace: Workspace, email: string, role = 'viewer') {
    await sql(
      stack,
      `insert into public.approved_domains (workspace_id, domain, role)
      select id, $2, $3::public.workspace_role from public.workspaces where slug = $1 on conflict do nothing`,
      [workspace.slug, email.split('@')[1], role],
    )
  }

  /** Makes a person of the host somebody new; their address. */
  function somebody(host: GitHostDouble, verified = true): string {
    const email = `ada@${unique('corp')}.example`
    host.person = {
      ...host.person,
      id: Math.ceil(Math.random() * 1e9),
      emails: [{ email, verified, primary: true }],
    }
    return email
  }

  return { byOAuth, byPassword, aHost, integrationWith, closing, invited, somebody }
}
