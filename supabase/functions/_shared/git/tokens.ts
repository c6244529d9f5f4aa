// Tokens of connected accounts, sealed for the account at its integration: the worker opens them in the same way.
import { hostAccount, keepHostTokens } from '../db/service-git.ts'
import { type Box, openAll, sealAll } from '../secrets/box.ts'
import type { GitAccess } from './api.ts'
import { renewGrant } from './client.ts'
import type { ProviderSettings } from './provider.ts'

/** Seals the tokens of an account. */
export function sealHostTokens(
  integrationId: number,
  externalId: string,
  tokens: Record<string, string>,
): Promise<Record<string, Box>> {
  return sealAll(tokens, contextOf(integrationId, externalId))
}

/** Of the host; asked for when a token has to be renewed. */
type Settings = () => Promise<ProviderSettings>

interface Owner {
  authId: string
  integrationId: number
}

/** What somebody's own connected account is let in with at an integration; null where they have none. */
export async function ownAccess(owner: Owner, settings: Settings): Promise<GitAccess | null> {
  const tokens = await tokensOf(owner)
  if (tokens?.username && tokens.password)
    return { type: 'basic', username: tokens.username, password: tokens.password }
  if (!tokens?.accessToken) return null
  return { type: 'oauth', accessToken: tokens.accessToken, renew: (stale) => renewed(owner, settings, stale) }
}

async function tokensOf({ authId, integrationId }: Owner): Promise<Record<string, string> | null> {
  const account = await hostAccount(authId, integrationId)
  return account && openAll(account.secrets, contextOf(integrationId, account.external_id))
}

/** What this process is renewing: hosts that rotate refresh tokens take each once. */
const renewing = new Map<string, Promise<string | null>>()

function renewed(owner: Owner, settings: Settings, stale: string): Promise<string | null> {
  const key = `${owner.integrationId}:${owner.authId}`
  const running = renewing.get(key)
  if (running) return running
  const mine = renew(owner, settings, stale).finally(() => renewing.delete(key))
  renewing.set(key, mine)
  return mine
}

async function renew(owner: Owner, settings: Settings, stale: string): Promise<string | null> {
  const account = await hostAccount(owner.authId, owner.integrationId)
  if (!account) return null
  const tokens = await openAll(account.secrets, contextOf(owner.integrationId, account.external_id))
  // Somebody else has renewed it meanwhile.
  if (tokens.accessToken && tokens.accessToken !== stale) return tokens.accessToken
  if (!tokens.refreshToken) return null
  const outcome = await renewGrant(await settings(), tokens.refreshToken)
  if (!outcome.ok) {
    // Of two processes the host heard the other one first.
    const after = (await tokensOf(owner))?.accessToken
    return after && after !== stale ? after : null
  }
  const { accessToken, refreshToken } = outcome.value
  const next = { accessToken, ...(refreshToken ? { refreshToken } : {}) }
  await keepHostTokens(account.id, await sealHostTokens(owner.integrationId, account.external_id, next))
  return accessToken
}

function contextOf(integrationId: number, externalId: string): string {
  return `integration:${integrationId}:account:${externalId}`
}
