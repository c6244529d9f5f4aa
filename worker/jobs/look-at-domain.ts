// Job `look_at_domain`: whether the custom domain of a workspace is proven by DNS and leads here.
import type { Task } from 'graphile-worker'
import type { Context } from '../context.ts'
import { lookAtDomain, resolverOf } from '../domains/look.ts'

/** The graphile-worker task; payload `{workspace_id}`. What comes of the look is for the database to say. */
export function lookAtDomainJob({ config, db, log }: Context): Task {
  const resolver = resolverOf(config.dnsServers)
  const baseHost = new URL(config.publicUrl).hostname
  return async (payload) => {
    const { workspace_id: workspaceId } = payload as { workspace_id: number }
    const { rows } = await db.query<{ domain: string; token: string }>(
      'select domain, token from private.custom_domains where workspace_id = $1',
      [workspaceId],
    )
    const [claim] = rows
    if (!claim) return
    const look = await lookAtDomain(resolver, { ...claim, baseHost })
    const kept = await db.query<{ outcome: string }>(
      'select private.keep_domain_look($1, $2, $3) as outcome',
      [workspaceId, claim.token, JSON.stringify(look)],
    )
    const outcome = kept.rows[0]?.outcome
    if (outcome !== 'holds' && outcome !== 'waiting')
      log('info', 'looked at a custom domain', { workspace: workspaceId, domain: claim.domain, outcome })
  }
}
