// Tokens of a connected account that have ended: renewed at the host, and kept for everybody who uses the account.
import type { Pool } from 'pg'
import { renewGrant } from '../../supabase/functions/_shared/git/client.ts'
import type { ProviderSettings } from '../../supabase/functions/_shared/git/provider.ts'
import { type Box, openAll, sealAll } from '../../supabase/functions/_shared/secrets/box.ts'
import { RemoteError } from './failures.ts'

export interface Account {
  id: number
  /** What its tokens are sealed for. */
  context: string
}

/** The token in place of one that has ended; null where the person has to connect again. */
export async function renewed(
  db: Pool,
  account: Account,
  settings: ProviderSettings,
  stale: string,
): Promise<string | null> {
  const client = await db.connect()
  try {
    await client.query('begin')
    // The account is the lock: hosts that rotate refresh tokens take each once.
    const { rows } = await client.query<{ secrets: Record<string, Box> }>(
      `select private.secrets_of_account(x.id) as secrets from public.external_users x where x.id = $1 for update`,
      [account.id],
    )
    const { accessToken, refreshToken } = await openAll(rows[0]?.secrets ?? {}, account.context)
    const fresh = accessToken && accessToken !== stale ? accessToken : null
    const next = fresh || !refreshToken ? null : await grantOf(settings, refreshToken)
    if (next)
      await client.query('select public.svc_keep_host_tokens($1, $2)', [
        account.id,
        JSON.stringify(await sealAll(next, account.context)),
      ])
    await client.query('commit')
    return fresh ?? next?.accessToken ?? null
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function grantOf(settings: ProviderSettings, refreshToken: string) {
  const outcome = await renewGrant(settings, refreshToken)
  if (outcome.ok) {
    const { accessToken, refreshToken: rotated } = outcome.value
    return { accessToken, ...(rotated ? { refreshToken: rotated } : {}) }
  }
  if (outcome.failure.reason === 'reconnect') return null
  throw new RemoteError('later', outcome.failure.message)
}
