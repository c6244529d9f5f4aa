// Who somebody is at a provider: by name and password, or by what the provider's page sent back.
import { browserHash, sha256Hex } from '../../_shared/auth/browser.ts'
import {
  basicAttempt,
  basicSuccess,
  findIntegration,
  type Integration,
  type LoginState,
  takeLoginState,
  takeSsoCode,
} from '../../_shared/db/service-integrations.ts'
import { DirectoryError, signInDirectory } from '../../_shared/directory/ldap.ts'
import { isGitKind, providerOf } from '../../_shared/git/index.ts'
import { type ExternalIdentity, ProviderError } from '../../_shared/git/provider.ts'
import { type ProblemError, refusal, tooManyRequests } from '../../_shared/http/problem.ts'
import type { AppContext } from '../../_shared/http/router.ts'
import { OutgoingError } from '../../_shared/net/outgoing.ts'
import { open } from '../../_shared/secrets/box.ts'
import { directorySettings, gitSettings } from './settings.ts'
import { stateHashOf } from './state.ts'

export interface Proof {
  integration: Integration
  identity: ExternalIdentity
  /** Of a sign-in that left for a provider's page. */
  state: LoginState | null
}

/** An integration that signs people in. Throws 404. */
export async function signInIntegration(id: number): Promise<Integration> {
  const integration = await findIntegration(id)
  if (!integration?.enabled) throw refusal('NOT_FOUND', 'Unknown authentication url')
  return integration
}

/** By name and password, at a directory or a Git host. Throws 401 for wrong ones, 429 for too many. */
export async function proveByPassword(
  c: AppContext,
  integration: Integration,
  credentials: { username: string; password: string },
): Promise<Proof> {
  const wait = await basicAttempt(integration.id, credentials.username, c.get('client'))
  if (wait > 0) throw tooManyRequests(wait)
  const identity = await atProvider(async () => {
    if (integration.kind === 'ldap') return signInDirectory(await directorySettings(integration), credentials)
    if (!isGitKind(integration.kind)) throw new ProviderError('not_supported', unavailable)
    return providerOf(integration.kind).signInBasic(await gitSettings(integration), credentials)
  })
  await basicSuccess(integration.id, credentials.username)
  return { integration, identity, state: null }
}

/** By a code and the state it belongs to. Throws 400 TOKEN_ERROR for a state that is not this browser's, or not fresh. */
export async function proveByCode(
  c: AppContext,
  { code, state }: { code: string; state: string },
  purpose: LoginState['purpose'],
): Promise<Proof> {
  const stateHash = await stateHashOf(state)
  const browser = await browserHash(c)
  const found = stateHash && browser ? await takeLoginState(stateHash, browser) : null
  if (!stateHash || !found || found.purpose !== purpose) throw mismatch()
  const integration = await signInIntegration(found.integration_id)
  const identity = isGitKind(integration.kind)
    ? await byGrant(integration, code, found)
    : await bySsoCode(integration, code, stateHash)
  return { integration, identity, state: found }
}

/** By the code of an identity provider that began by itself. */
export async function proveByUnaskedCode(integrationId: number, code: string): Promise<Proof> {
  const integration = await signInIntegration(integrationId)
  return { integration, identity: await bySsoCode(integration, code, null), state: null }
}

/** 'Encountered an error during authentication' (spec 1 §8). */
export function mismatch(): ProblemError {
  return refusal('TOKEN_ERROR', 'Encountered an error during authentication', { status: 400 })
}

const unavailable = 'This way to sign in is not available.'

async function byGrant(
  integration: Integration,
  code: string,
  { verifier }: LoginState,
): Promise<ExternalIdentity> {
  const provider = providerOf(integration.kind as Parameters<typeof providerOf>[0])
  return atProvider(async () => {
    const settings = await gitSettings(integration)
    const plain = verifier === null ? undefined : await open(JSON.parse(verifier), 'state')
    const { accessToken } = await provider.exchange(settings, { code, verifier: plain })
    return provider.identity(settings, accessToken)
  })
}

async function bySsoCode(
  integration: Integration,
  code: string,
  stateHash: string | null,
): Promise<ExternalIdentity> {
  const found = await takeSsoCode(await sha256Hex(code), stateHash)
  if (!found || found.integration_id !== integration.id) throw mismatch()
  return found.profile
}

/** Runs a call to a provider; what goes wrong there becomes the catalogue's refusal. */
async function atProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const wrong = error instanceof ProviderError || error instanceof DirectoryError
    if (wrong && error.reason === 'bad_credentials') throw refusal('UNAUTHENTICATED', error.message)
    if (wrong || error instanceof OutgoingError)
      throw refusal('VCS_PROVIDER_ERROR', error.message, { status: 400 })
    throw error
  }
}
