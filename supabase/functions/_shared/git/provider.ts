// What a Git host can do for sign-in: one interface, capabilities per kind.

export type GitKind =
  | 'github'
  | 'gitlab'
  | 'bitbucket_cloud'
  | 'bitbucket_data_center'
  | 'azure_devops_server'
  | 'azure_devops_services'

export interface ProviderSettings {
  kind: GitKind
  hostUrl: string
  apiUrl: string
  clientId: string
  clientSecret: string
  /** Where the host sends the browser back to. */
  redirectUrl: string
  tenantId?: string | undefined
  authType?: 'basic' | 'oauth' | undefined
}

/** Who somebody is at a provider. */
export interface ExternalIdentity {
  externalId: string
  username: string
  firstName: string | null
  lastName: string | null
  avatarUrl: string | null
  /** Only what the provider calls verified may be believed. */
  emails: { email: string; verified: boolean; primary?: boolean }[]
}

export interface Capabilities {
  signIn: 'oauth' | 'basic' | 'oauth_or_basic'
  /** Proof Key for Code Exchange, S256 (RFC 7636). */
  pkce: boolean
  repositories: boolean
  webhooks: boolean
  /** How webhooks prove where they come from. */
  signature: 'github' | 'gitlab' | 'bitbucket' | 'basic'
}

export interface Grant {
  accessToken: string
  refreshToken?: string | undefined
}

export interface TestResult {
  success: boolean
  message: string
}

export interface GitProvider {
  kind: GitKind
  capabilities: Capabilities
  /** The page where a person allows the sign-in; for OAuth. */
  authorizeUrl(settings: ProviderSettings, o: { state: string; challenge?: string | undefined }): string
  /** Trades a code for an access token. */
  exchange(settings: ProviderSettings, o: { code: string; verifier?: string | undefined }): Promise<Grant>
  /** Who the token belongs to. */
  identity(settings: ProviderSettings, accessToken: string): Promise<ExternalIdentity>
  /** Who a name and a password (or personal access token) belong to; for basic sign-in. */
  signInBasic(
    settings: ProviderSettings,
    o: { username: string; password: string },
  ): Promise<ExternalIdentity>
  /** Whether the settings lead to such a host. */
  test(settings: ProviderSettings): Promise<TestResult>
}

/** A sign-in that the host refused or could not answer; the message is fit to show. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly reason: 'refused' | 'bad_credentials' | 'not_supported' | 'malformed'

  constructor(reason: ProviderError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
