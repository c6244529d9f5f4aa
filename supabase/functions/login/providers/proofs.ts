// Who somebody is at a provider: by name and password, or by what the provider's page sent back.
import { browserHash, ensureBrowserHash, sha256Hex } from '../../_shared/auth/browser.ts'
import {
  basicAttempt,
  basicSuccess,
  findIntegration,
  holdSsoCode,
  type Integration,
  logSignInRefused,
  type ReturnedLogin,
  takeLoginState,
  takeSsoCode,
} from '../../_shared/db/service-integrations.ts'
import { DirectoryError, signInDirectory } from '../../_shared/directory/ldap.ts'
import { providerOf } from '../../_shared/git/index.ts'
import { type ExternalIdentity, ProviderError } from '../../_shared/git/provider.ts'
import {
  gitSettings,
  type HostIntegration,
  isHostIntegration,
  sharedCallbackUrl,
} from '../../_shared/git/settings.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { type ProblemError, refusal, refusalFor, tooManyRequests } from '../../_shared/http/problem.ts'
import { originOf } from '../../_shared/http/workspace-host.ts'
import { OutgoingError } from '../../_shared/net/outgoing.ts'
import { open } from '../../_shared/secrets/box.ts'
import { directoryOf } from './settings.ts'
import { stateHashOf } from './state.ts'

export interface Proof {
  integration: Integration
  identity: ExternalIdentity
  /** What the host lets us call it with as this person, where it is a Git host. */
  tokens: Record<string, string>
  /** Of a sign-in that left for a provider's page. */
  state: ReturnedLogin | null
}

/** An integration that signs people in. Throws 404. */
export async function signInIntegration(id: number): Promise<Integration> {
  const integration = await findIntegration(id)
  if (!integration?.enabled) throw unknownIntegration()
  return integration
}

/** Refuses an integration of another workspace than the one whose custom domain this is. Throws 404. */
export function requireSite(c: AppContext, integration: Integration): void {
  const domain = c.get('domain')
  if (domain && domain.workspaceId !== integration.workspace.id) throw unknownIntegration()
}

/** The same, for who names its workspace too, as its sign-in page knows it. Throws 404. */
export async function namedIntegration(id: number, slug: string | undefined): Promise<Integration> {
  const integration = await signInIntegration(id)
  if (integration.workspace.slug !== slug) throw unknownIntegration()
  return integration
}

/** The one answer for what is not there, is switched off, or is not named by who may know it: ids can be counted. */
export function unknownIntegration(): ProblemError {
  return refusalFor('authentication_url_unknown')
}

/** By name and password, at a directory or a Git host. Throws 401 for wrong ones, 429 for too many. */
export async function proveByPassword(
  c: AppContext,
  integration: Integration,
  credentials: { username: string; password: string },
): Promise<Proof> {
  const wait = await basicAttempt(integration.id, credentials.username, c.get('client'))
  if (wait > 0) throw tooManyRequests(wait)
  const isHost = isHostIntegration(integration)
  const identity = await atProvider(c, integration, credentials.username, async () => {
    if (integration.kind === 'ldap') return signInDirectory(await directoryOf(integration), credentials)
    if (!isHostIntegration(integration)) throw new ProviderError('not_supported', unavailable)
    return providerOf(integration.kind).signInBasic(await gitSettings(integration), credentials)
  })
  await basicSuccess(integration.id, credentials.username)
  return { integration, identity, tokens: isHost ? { ...credentials } : {}, state: null }
}

/** What a provider's page sent the browser back with. */
export interface ProviderAnswer {
  code: string
  state: string
  /** The address that the browser came back to; the shared one where none is named. */
  redirect_uri?: string | undefined
  /** Who answers, where the provider says so (RFC 9207). */
  iss?: string | undefined
}

/**
 * By a code and the state it belongs to. Throws 400 TOKEN_ERROR for a state that is not this browser's, or not fresh,
 * and for an answer that is another provider's: nothing of it is sent on then.
 */
export async function proveByCode(
  c: AppContext,
  { code, state, redirect_uri: cameBackTo = sharedCallbackUrl(originOf(c)), iss }: ProviderAnswer,
  purpose: ReturnedLogin['purpose'],
): Promise<Proof> {
  const stateHash = await stateHashOf(state)
  const browser = await browserHash(c)
  const found = stateHash && browser ? await takeLoginState(stateHash, browser) : null
  if (!stateHash || !found || found.purpose !== purpose) throw mismatch()
  const integration = await signInIntegration(found.integration_id)
  const { redirect_uri: asked, revision } = found.data
  if (asked !== cameBackTo || revision !== integration.revision) throw mismatch()
  // What came by a custom domain passed through its owner's hands: elsewhere it would open more than is opened there.
  if (asked && new URL(asked).origin !== originOf(c)) throw mismatch()
  const proven = isHostIntegration(integration)
    ? await byGrant(c, integration, { code, iss }, found)
    : { identity: await bySsoCode(integration.id, code, { stateHash }), tokens: {} }
  return { integration, ...proven, state: found }
}

/** Whom the code of an identity provider that began by itself would sign in, for the browser to ask. Throws 400. */
export async function askAboutUnaskedCode(
  c: AppContext,
  integrationId: number,
  code: string,
): Promise<{ name: string; workspace: string }> {
  const found = await holdSsoCode(await sha256Hex(code), await ensureBrowserHash(c))
  if (found?.integration_id !== integrationId) throw mismatch()
  const { username, emails } = found.profile
  return { name: found.account ?? emails[0]?.email ?? username, workspace: found.workspace }
}

/** By the code of an identity provider that began by itself, in the browser that was asked about it. */
export async function proveByUnaskedCode(c: AppContext, integrationId: number, code: string): Promise<Proof> {
  // The code first: whether there is an integration of this number is nobody's business.
  const identity = await bySsoCode(integrationId, code, { browserHash: await browserHash(c) })
  return { integration: await signInIntegration(integrationId), identity, tokens: {}, state: null }
}

/** What the answer of a provider is refused with that belongs to no sign-in of this browser. */
export function mismatch(): ProblemError {
  return refusalFor('authentication_failed')
}

const unavailable = 'This way to sign in is not available.'
const unreachable =
  'This way to sign in does not work at the moment. Please try again later or ask an administrator of the workspace.'

async function byGrant(
  c: AppContext,
  integration: HostIntegration,
  { code, iss }: Pick<ProviderAnswer, 'code' | 'iss'>,
  { verifier }: ReturnedLogin,
): Promise<Pick<Proof, 'identity' | 'tokens'>> {
  const provider = providerOf(integration.kind)
  return atProvider(c, integration, null, async () => {
    const settings = await gitSettings(integration, originOf(c))
    if (!isIssuer(iss, settings.hostUrl)) throw mismatch()
    const plain = verifier === null ? undefined : await open(JSON.parse(verifier), 'state')
    const { accessToken, refreshToken } = await provider.exchange(settings, { code, verifier: plain })
    const tokens = { accessToken, ...(refreshToken ? { refreshToken } : {}) }
    return { identity: await provider.identity(settings, accessToken), tokens }
  })
}

/** Whether who says that it answers stands on the host that was asked. Few hosts say it. */
function isIssuer(iss: string | undefined, hostUrl: string): boolean {
  if (iss === undefined) return true
  return URL.canParse(iss) && new URL(iss).origin === new URL(hostUrl).origin
}

async function bySsoCode(
  integrationId: number,
  code: string,
  asked: Parameters<typeof takeSsoCode>[1],
): Promise<ExternalIdentity> {
  const found = await takeSsoCode(await sha256Hex(code), asked)
  if (!found || found.integration_id !== integrationId) throw mismatch()
  return found.profile
}

/**
 * Runs a call to a provider; what goes wrong there becomes the catalogue's refusal. Where the provider is and what it
 * answered is for the workspace's trail: whoever asks here is not known yet.
 */
async function atProvider<T>(
  c: AppContext,
  integration: Integration,
  username: string | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const wrong = error instanceof ProviderError || error instanceof DirectoryError
    if (!wrong && !(error instanceof OutgoingError)) throw error
    const isGuess = wrong && error.reason === 'bad_credentials'
    const refused = {
      cause: isGuess ? 'wrong_password' : 'provider',
      reason: error.message,
      username,
    } as const
    await logSignInRefused(integration.id, refused, c.get('client'))
    if (isGuess) throw refusal('UNAUTHENTICATED', error.message)
    const isPublic = wrong && (error.reason === 'refused' || error.reason === 'not_supported')
    throw refusal('VCS_PROVIDER_ERROR', isPublic ? error.message : unreachable, { status: 400 })
  }
}
