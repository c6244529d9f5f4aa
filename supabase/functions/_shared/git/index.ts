// The six Git hosts, and the settings of those that the installation itself is registered with.
import { textOf } from '../domain/settings.ts'
import { azureDevopsServer, azureDevopsServices } from './azure-devops.ts'
import { bitbucketCloud } from './bitbucket-cloud.ts'
import { bitbucketDataCenter } from './bitbucket-data-center.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import type { GitKind, GitProvider, ProviderSettings } from './provider.ts'

const providers: Record<GitKind, GitProvider> = {
  github,
  gitlab,
  bitbucket_cloud: bitbucketCloud,
  bitbucket_data_center: bitbucketDataCenter,
  azure_devops_server: azureDevopsServer,
  azure_devops_services: azureDevopsServices,
}

/** The provider of a kind. */
export function providerOf(kind: GitKind): GitProvider {
  return providers[kind]
}

/** Whether a kind of integration is a Git host. */
export function isGitKind(kind: string): kind is GitKind {
  return kind in providers
}

interface Known {
  env: string
  hostUrl: string
  apiUrl: string
}

/** Where the public hosts are, and under which names an operator registers the installation with them. */
const publicHosts: Partial<Record<GitKind, Known>> = {
  github: { env: 'WAYMARK_GITHUB', hostUrl: 'https://github.com', apiUrl: 'https://api.github.com' },
  gitlab: { env: 'WAYMARK_GITLAB', hostUrl: 'https://gitlab.com', apiUrl: 'https://gitlab.com/api/v4' },
  bitbucket_cloud: {
    env: 'WAYMARK_BITBUCKET',
    hostUrl: 'https://bitbucket.org',
    apiUrl: 'https://api.bitbucket.org/2.0',
  },
  azure_devops_services: {
    env: 'WAYMARK_AZURE',
    hostUrl: 'https://login.microsoftonline.com',
    apiUrl: 'https://app.vssps.visualstudio.com',
  },
}

/** The settings of the default configuration; null where the installation is not registered with the host. */
export function defaultSettings(kind: GitKind, redirectUrl: string): ProviderSettings | null {
  const known = publicHosts[kind]
  const clientId = known && Deno.env.get(`${known.env}_CLIENT_ID`)
  const clientSecret = known && Deno.env.get(`${known.env}_CLIENT_SECRET`)
  if (!known || !clientId || !clientSecret) return null
  return {
    kind,
    hostUrl: Deno.env.get(`${known.env}_HOST_URL`) || known.hostUrl,
    apiUrl: Deno.env.get(`${known.env}_API_URL`) || known.apiUrl,
    clientId,
    clientSecret,
    redirectUrl,
    tenantId: Deno.env.get(`${known.env}_TENANT_ID`) || undefined,
  }
}

/** The settings of a custom configuration; what it leaves out is as at the public host. */
export function customSettings(
  kind: GitKind,
  config: Record<string, unknown>,
  secrets: Record<string, string>,
  redirectUrl: string,
): ProviderSettings {
  const known = publicHosts[kind]
  const text = (name: string) => textOf(config, name) ?? ''
  return {
    kind,
    hostUrl: text('hostUrl') || known?.hostUrl || '',
    apiUrl: text('apiUrl') || known?.apiUrl || '',
    clientId: text('clientId'),
    clientSecret: secrets.clientSecret ?? '',
    redirectUrl,
    tenantId: text('tenantId') || undefined,
    authType: text('authType') === 'oauth' ? 'oauth' : 'basic',
  }
}
