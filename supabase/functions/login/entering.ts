// How every way in ends: the database said what comes of it, here it becomes a session and an answer.
import { z } from '@hono/zod-openapi'
import { ensureBrowserHash } from '../_shared/auth/browser.ts'
import { writeRefreshToken } from '../_shared/auth/cookie.ts'
import { ensureCredential } from '../_shared/auth/credentials.ts'
import type { Session } from '../_shared/auth/gotrue.ts'
import { expiryOf, sessionIdOf } from '../_shared/auth/session-id.ts'
import { endSession, provenSession } from '../_shared/auth/sessions.ts'
import { type Detour, type Entry, noteSignIn, type Opening } from '../_shared/db/service-entering.ts'
import type { AppContext } from '../_shared/http/context.ts'
import { timestamp } from '../_shared/http/describe.ts'
import { refusal, tooManyRequests } from '../_shared/http/problem.ts'
import { wrongCode } from './codes.ts'
import { lockRefusal } from './workspace-access.ts'

export const loginResultSchema = z
  .object({
    token: z
      .string()
      .nullable()
      .meta({ description: 'Access token; null when the workspace was not entered.' }),
    expires_at: timestamp.nullable(),
    join_request_status: z.enum(['created', 'denied', 'disabled']).nullable().meta({
      description:
        'Set when the person is not a member of the workspace: what became of their request to join.',
    }),
    confirmation_required: z
      .boolean()
      .meta({ description: 'Whether the e-mail address has to be confirmed first.' }),
    email: z.string().optional().meta({ description: 'The address to confirm.' }),
    user_role: z.string().optional().meta({ description: 'Role in the workspace that was entered.' }),
    continue_as: z.object({ name: z.string(), workspace: z.string() }).optional().meta({
      description:
        'Whom a sign-in that nobody asked for would sign in, and where: call again with `confirmed`.',
    }),
    return_to: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Where to go on to, after a sign-in at a provider.' }),
  })
  .meta({ id: 'LoginResult' })

export type LoginResult = z.infer<typeof loginResultSchema>

/** An answer without a session. */
export function withoutToken(known: Partial<LoginResult>): LoginResult {
  return { token: null, expires_at: null, join_request_status: null, confirmation_required: false, ...known }
}

/** Gives the browser a session: how it was opened is kept, and the cookie goes along with the answer. */
export async function signedInAnswer(
  c: AppContext,
  session: Session,
  opening: Opening,
  more: Partial<LoginResult> = {},
): Promise<LoginResult> {
  await giveSession(c, session, opening)
  return { ...withoutToken(more), token: session.accessToken, expires_at: session.expiresAt }
}

/** Remembers how a session was opened and gives its cookie to the browser. One that cannot be remembered ends. */
export async function giveSession(c: AppContext, session: Session, opening: Opening): Promise<void> {
  const sessionId = sessionIdOf(session.accessToken)
  const caller = { userAgent: userAgent(c), client: c.get('client') }
  const domain = c.get('domain')
  // Whoever owns the domain could have its cookie sent elsewhere: what it opens is this workspace, and nothing else.
  const opened = domain ? { ...opening, onlyWorkspaceId: domain.workspaceId, isAtDomain: true } : opening
  if (sessionId)
    await noteSignIn(session.authId, sessionId, opened, caller).catch(async (error: unknown) => {
      await endSession(session.accessToken, caller.client)
      throw error
    })
  writeRefreshToken(c, session.refreshToken)
}

/** The answer for an entry in the session that the caller has: it goes on as it was opened. */
export async function answerInSession(c: AppContext, entry: Entry, token: string): Promise<LoginResult> {
  if (!entry.entered) return answerEntry(c, entry, { method: 'code' })
  return { ...withoutToken({ user_role: entry.role }), token, expires_at: expiryOf(token) }
}

/**
 * The answer for an entry. `session` is one that was opened to prove who it is; it ends when the workspace stays
 * closed. Throws 403 for a locked workspace, 429 for too many attempts.
 */
export async function answerEntry(
  c: AppContext,
  entry: Entry,
  opening: Opening,
  session?: Session,
): Promise<LoginResult> {
  const client = c.get('client')
  if (entry.entered) {
    const opened = session ?? (await provenSession(entry.auth_email, client))
    const onlyWorkspaceId = entry.only_workspace_id
    return signedInAnswer(c, opened, { ...opening, onlyWorkspaceId }, { user_role: entry.role })
  }
  if (session) await endSession(session.accessToken, client)
  if (entry.retry_after > 0) throw tooManyRequests(entry.retry_after)
  if (entry.outcome === 'locked') throw lockRefusal(entry)
  if (entry.confirmation_required) {
    await ensureBrowserHash(c)
    return withoutToken({ confirmation_required: true, email: entry.email })
  }
  return withoutToken({ join_request_status: entry.join_request_status })
}

const invited = 'Permission denied. You need be invited to this workspace.'

/**
 * Runs a step that may ask for a credential first: makes it and runs the step again with it. Throws for a wrong code
 * and for who has no way in.
 */
export async function withCredential(
  c: AppContext,
  step: (authId: string | null) => Promise<Entry | Detour>,
  { noEmail = invited, notRegistered = invited }: { noEmail?: string; notRegistered?: string } = {},
): Promise<Entry> {
  let answer = await step(null)
  if (answer.outcome === 'needs_credential') {
    const { authId } = await ensureCredential(answer.email, c.get('client'))
    answer = await step(authId)
  }
  if (answer.retry_after > 0) throw tooManyRequests(answer.retry_after)
  switch (answer.outcome) {
    case 'invalid_code':
    case 'spent_code':
      throw wrongCode(answer.outcome)
    case 'no_email':
      throw refusal('INSUFFICIENT_PERMISSIONS', noEmail)
    case 'not_registered':
      throw refusal('INSUFFICIENT_PERMISSIONS', notRegistered)
    case 'needs_credential':
      throw new Error('The database asks for a credential again, which it was given.')
    default:
      return answer
  }
}

/** What the browser calls itself. */
export function userAgent(c: AppContext): string | null {
  return c.req.header('user-agent')?.slice(0, 500) ?? null
}
