// Azure DevOps: Services signs in by Microsoft Entra ID, Server (on premises) by name and password or personal access
// token only.
import { sentenceOf } from '../../domain/reasons.ts'
import {
  authorizePage,
  basicHeader,
  below,
  looksGood,
  namesOf,
  notSupported,
  readAs,
  renewedFrom,
  testAddress,
  tokenFrom,
} from '../calls.ts'
import { type GitProvider, ProviderError, type ProviderSettings } from '../provider.ts'

interface Profile {
  id: string
  displayName: string | null
  emailAddress: string | null
  publicAlias?: string
}

interface ConnectionData {
  authenticatedUser: {
    id: string
    providerDisplayName: string | null
    properties?: { Account?: { $value?: string } }
  }
}

/** Azure DevOps' own resource in Entra ID (learn.microsoft.com, "Use Microsoft Entra OAuth with Azure DevOps"). */
const scope = '499b84ac-1321-427f-aa17-267ca6975798/user_impersonation offline_access openid profile'

function tenant({ tenantId = 'organizations' }: ProviderSettings): string {
  return `/${encodeURIComponent(tenantId)}/oauth2/v2.0`
}

export const azureDevopsServices: GitProvider = {
  kind: 'azure_devops_services',
  authorizeUrl: (settings, { state, challenge }) =>
    authorizePage(below(settings.hostUrl, `${tenant(settings)}/authorize`), settings, {
      state,
      scope,
      response_mode: 'query',
      code_challenge: challenge,
      code_challenge_method: challenge && 'S256',
    }),
  exchange: (settings, proof) =>
    tokenFrom(below(settings.hostUrl, `${tenant(settings)}/token`), settings, proof, { more: { scope } }),
  refresh: (settings, refreshToken) =>
    renewedFrom(below(settings.hostUrl, `${tenant(settings)}/token`), settings, refreshToken, {
      more: { scope },
    }),
  async identity({ apiUrl }, token) {
    const profile = await readAs<Profile>(
      below(apiUrl, '/_apis/profile/profiles/me?api-version=7.1'),
      `Bearer ${token}`,
    )
    return {
      externalId: profile.id,
      username: profile.emailAddress ?? profile.publicAlias ?? profile.id,
      ...namesOf(profile.displayName),
      avatarUrl: null,
      // What the tenant's administrator wrote: the database takes it as a claim, never as proven.
      emails: profile.emailAddress ? [{ email: profile.emailAddress, verified: true, primary: true }] : [],
    }
  },
  signInBasic: notSupported,
  test: ({ apiUrl }) => testAddress(below(apiUrl, '/_apis/profile/profiles/me?api-version=7.1'), looksGood),
}

export const azureDevopsServer: GitProvider = {
  kind: 'azure_devops_server',
  authorizeUrl: notSupported,
  exchange: notSupported,
  refresh: notSupported,
  identity: notSupported,
  async signInBasic({ apiUrl }, { username, password }) {
    const { authenticatedUser: user } = await readAs<ConnectionData>(
      below(apiUrl, '/_apis/connectionData'),
      basicHeader(username, password),
    )
    const account = user.properties?.Account?.$value ?? ''
    // Without credentials the server answers as an anonymous user.
    if (!user.id || /^0{8}-|anonymous/i.test(user.id) || !account)
      throw new ProviderError('bad_credentials', sentenceOf('credentials_wrong'))
    return {
      externalId: user.id,
      username: account,
      ...namesOf(user.providerDisplayName),
      avatarUrl: null,
      emails: account.includes('@') ? [{ email: account, verified: true, primary: true }] : [],
    }
  },
  test: ({ apiUrl }) => testAddress(below(apiUrl, '/_apis/connectionData'), looksGood),
}
