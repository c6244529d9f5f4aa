// The six Git hosts, and the settings of those that the installation itself is registered with.
import type { GitKind } from '../domain/git-hosts.ts'
import { textOf } from '../domain/settings.ts'
import { setting } from '../env.ts'
import { azureDevopsServer, azureDevopsServices } from './azure-devops/sign-in.ts'
import { bitbucketCloud } from './bitbucket-cloud/sign-in.ts'
import { bitbucketDataCenter } from './bitbucket-data-center/sign-in.ts'
import { github } from './github/sign-in.ts'
import { gitlab } from './gitlab/sign-in.ts'
import type { GitProvider, ProviderSettings } from './provider.ts'

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

interface Known {
  env: string
  hostUrl: string
  apiUrl: string
  contentUrl?: string
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
    contentUrl: 'https://dev.azure.com',
  },
}

/** The settings of the default configuration; null where the installation is not registered with the host. */
export function defaultSettings(kind: GitKind, redirectUrl: string): ProviderSettings | null {
  const known = publicHosts[kind]
  const clientId = known && setting(`${known.env}_CLIENT_ID`)
  const clientSecret = known && setting(`${known.env}_CLIENT_SECRET`)
  if (!known || !clientId || !clientSecret) return null
  return {
    kind,
    hostUrl: setting(`${known.env}_HOST_URL`) || known.hostUrl,
    apiUrl: setting(`${known.env}_API_URL`) || known.apiUrl,
    contentUrl: contentOf(known, setting(`${known.env}_API_URL`)),
    clientId,
    clientSecret,
    redirectUrl,
    tenantId: setting(`${known.env}_TENANT_ID`) || undefined,
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
    contentUrl: contentOf(known, text('apiUrl')),
    clientId: text('clientId'),
    clientSecret: secrets.clientSecret ?? '',
    redirectUrl,
    tenantId: text('tenantId') || undefined,
    authType: text('authType') === 'oauth' ? 'oauth' : 'basic',
  }
}

/** Where the content of a host is that has another address for it; a host of one's own has one for all. */
function contentOf(known: Known | undefined, apiUrl: string | undefined): string | undefined {
  return !apiUrl || apiUrl.replace(/\/+$/, '') === known?.apiUrl ? known?.contentUrl : undefined
}
