// What a Git host does for sign-in and for the tokens that its other calls are made with.
import type { GitKind } from '../domain/git-hosts.ts'

export interface ProviderSettings {
  kind: GitKind
  hostUrl: string
  apiUrl: string
  clientId: string
  clientSecret: string
  /** Where the host sends the browser back to. */
  redirectUrl: string
  /** Where repositories are, for hosts whose sign-in and content have different addresses (Azure DevOps Services). */
  contentUrl?: string | undefined
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

export interface Grant {
  accessToken: string
  /** The next one where the host rotates them: the one before it is spent. */
  refreshToken?: string | undefined
  /** When the access token ends, where the host says it. */
  expiresAt?: string | undefined
}

export interface AuthorizeRequest {
  state: string
  challenge?: string | undefined
  /** What is asked for: who somebody is, or their repositories too. */
  access?: 'identity' | 'repositories' | undefined
}

export interface TestResult {
  success: boolean
  message: string
}

export interface GitProvider {
  kind: GitKind
  /** The page where a person allows it; for OAuth. */
  authorizeUrl(settings: ProviderSettings, request: AuthorizeRequest): string
  /** Trades a code for an access token. */
  exchange(settings: ProviderSettings, o: { code: string; verifier?: string | undefined }): Promise<Grant>
  /** Trades a refresh token for the next grant; ProviderError `refused` where it is spent, expired or revoked. */
  refresh(settings: ProviderSettings, refreshToken: string): Promise<Grant>
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
