// People at providers: what a provider says of somebody, and what comes of it.
import { aCredential, newestMail, revisionOf, service } from './identity.ts'
import type { World } from './people.ts'

export interface Answer {
  outcome: string
  entered: boolean
  email: string | null
  user_id: number | null
  role: string | null
  /** The workspace whose provider alone says who this is. */
  only_workspace_id: number | null
}

export interface Said {
  email: string
  verified: boolean
  primary?: boolean
}

/** A primary address that the provider verified. */
export const verified = (email: string): Said[] => [{ email, verified: true, primary: true }]

/** Signing in at the providers of a world. */
export function signingIn(world: World) {
  async function login(
    integration: number,
    externalId: string,
    emails: Said[],
    more: Record<string, unknown> = {},
  ): Promise<Answer> {
    return service<Answer>(world, 'svc_external_login', {
      p_integration_id: integration,
      p_external_id: externalId,
      p_username: externalId,
      p_emails: emails,
      p_browser_hash: 'usual',
      p_revision: await revisionOf(world, integration),
      ...more,
    })
  }

  /** Signs in as the function does: makes the credential it is asked for, and calls again. */
  async function arrive(
    integration: number,
    externalId: string,
    emails: Said[],
    more: Record<string, unknown> = {},
  ): Promise<Answer> {
    const first = await login(integration, externalId, emails, more)
    if (first.outcome !== 'needs_credential') return first
    return login(integration, externalId, emails, {
      ...more,
      p_auth_id: await aCredential(world, first.email ?? ''),
    })
  }

  /** Types the code that was mailed to an address. */
  async function confirm(workspaceId: number, email: string, browser = 'usual') {
    const mail = await newestMail(world, email, 'code')
    return service<{ outcome: string }>(world, 'svc_confirm_member_email', {
      p_workspace_id: workspaceId,
      p_email: email,
      p_code: mail?.data.code,
      p_browser_hash: browser,
      p_client: null,
    })
  }

  /** The account that proved an address. */
  async function accountOf(email: string): Promise<number | undefined> {
    const { rows } = await world.db.query(
      'select user_id::integer as id from public.emails where email = $1 and confirmed_at is not null',
      [email],
    )
    return rows[0]?.id
  }

  return { login, arrive, confirm, accountOf }
}
