import { createRoute, z } from '@hono/zod-openapi'
import { browserHash, plannedBrowserHash } from '../../../_shared/auth/browser.ts'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { credentialById, ensureCredential, setCredentialPassword } from '../../../_shared/auth/credentials.ts'
import type { Session } from '../../../_shared/auth/gotrue.ts'
import { identify } from '../../../_shared/auth/identify.ts'
import { passwordSession } from '../../../_shared/auth/sessions.ts'
import { config } from '../../../_shared/config.ts'
import { keyHeaders } from '../../../_shared/db/keys.ts'
import { clientWith, rowsOf, rpc } from '../../../_shared/db/rest.ts'
import { loginLookup, loginResult, permitPassword } from '../../../_shared/db/service.ts'
import {
  acceptInvitation,
  declineInvitation,
  type FoundInvitation,
  findInvitation,
} from '../../../_shared/db/service-entering.ts'
import { encodeId } from '../../../_shared/domain/ids.ts'
import { password, personName } from '../../../_shared/domain/validation.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearerOptional, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusalFor, tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answerEntry, answerInSession, loginResultSchema } from '../../entering.ts'
import { setsCookie, signUpTag } from '../describe.ts'

const params = z.object({ token: z.string().min(1).max(200).meta({ description: 'Token of the mail.' }) })

const answerSchema = z
  .object({
    email: z.string(),
    state: z.enum(['ok', 'expired', 'revoked', 'declined', 'used', 'locked', 'seat_limit']),
    has_account: z.boolean(),
    workspace: z.object({
      id: idSchema('wk'),
      slug: z.string(),
      name: z.string(),
      logo_url: z.string().nullable(),
    }),
    role: z.string(),
    invited_by: z.string().nullable(),
  })
  .meta({ id: 'Invitation' })

const getRoute = createRoute({
  method: 'get',
  path: '/auth/invitations/{token}',
  tags: signUpTag,
  summary: 'Look an invitation up',
  operationId: 'getInvitation',
  request: { params },
  responses: { 200: jsonAnswer('The invitation.', answerSchema), ...problems(404, 429) },
})

const acceptRoute = createRoute({
  method: 'post',
  path: '/auth/invitations/{token}/accept',
  tags: signUpTag,
  summary: 'Accept an invitation',
  description:
    'With the password of a new account, with the password of the account that has the address, or as who is signed in.',
  operationId: 'acceptInvitation',
  security: bearerOptional,
  middleware: [identify] as const,
  request: {
    params,
    body: jsonBody(
      z
        .object({
          password: password.optional().meta({ format: 'password' }),
          first_name: personName.optional().meta({ description: 'Of a new account.', example: 'Ada' }),
          last_name: personName.optional().meta({ example: 'Lovelace' }),
        })
        .meta({ id: 'InvitationAccept' }),
    ),
  },
  responses: {
    200: { ...jsonAnswer('The workspace was entered.', loginResultSchema), headers: setsCookie },
    ...problems(400, 401, 402, 403, 404, 429),
  },
})

const declineRoute = createRoute({
  method: 'post',
  path: '/auth/invitations/{token}/decline',
  tags: signUpTag,
  summary: 'Decline an invitation',
  operationId: 'declineInvitation',
  request: { params },
  responses: { 204: { description: 'It is declined; its link says so.' }, ...problems(400, 404, 429) },
})

/** GET /auth/invitations/{token} */
export function invitation(app: Router): void {
  app.openapi(getRoute, async (c) => {
    const { email, state, has_account, role, invited_by, workspace } = await known(c)
    const of = { ...workspace, id: encodeId('wk', workspace.id) }
    return c.json({ email, state, has_account, role, invited_by, workspace: of }, 200)
  })
}

/** POST /auth/invitations/{token}/accept */
export function invitationAccept(app: Router): void {
  app.openapi(acceptRoute, async (c) => {
    const { password: given, first_name, last_name } = c.req.valid('json')
    const token = c.req.valid('param').token
    const client = c.get('client')
    const found = await known(c)
    if (given === undefined) {
      const { authId, token: session } = signedIn(c)
      await rpc(c, 'check_session', {})
      const entry = await acceptInvitation(token, authId, 'session', client)
      return c.json(await answerInSession(c, entry, session), 200)
    }
    // Before a session or a credential is made for what the database refuses.
    if (found.by_provider) throw refusalFor('password_sign_in_off')
    if (found.has_account && found.auth_id) {
      const session = await proven(c, found, given)
      const entry = await acceptInvitation(token, session.authId, 'password', client)
      return c.json(await answerEntry(c, entry, { method: 'password' }, session), 200)
    }
    const { authId } = await ensureCredential(found.email, client)
    const entry = await acceptInvitation(token, authId, 'password', client)
    if (!entry.has_password) {
      await permitPassword(authId, { tells: false }, client)
      await setCredentialPassword(authId, given, client)
    }
    const answer = await answerEntry(c, entry, { method: 'code' })
    if (answer.token && first_name && last_name) await nameAccount(answer.token, first_name, last_name)
    return c.json(answer, 200)
  })
}

/** POST /auth/invitations/{token}/decline */
export function invitationDecline(app: Router): void {
  app.openapi(declineRoute, async (c) => {
    await known(c)
    await declineInvitation(c.req.valid('param').token, c.get('client'))
    return c.body(null, 204)
  })
}

/** As the new account itself, which has just been made. */
async function nameAccount(token: string, first: string, last: string): Promise<void> {
  const database = clientWith(keyHeaders(config().anonKey, token))
  rowsOf(await database.rpc('update_account', { p_first_name: first, p_last_name: last }))
}

async function known(c: AppContext): Promise<FoundInvitation> {
  await limit(c, 'invitation', 60, 900)
  const found = await findInvitation(c.req.param('token') ?? '')
  if (!found) throw refusalFor('invite_url_invalid')
  return found
}

/** The password of the account that has the address; wrong ones count like those of a sign-in. */
async function proven(c: AppContext, { email, auth_id }: FoundInvitation, given: string): Promise<Session> {
  const client = c.get('client')
  const { retry_after } = await loginLookup(email, client, await browserHash(c))
  if (retry_after > 0) throw tooManyRequests(retry_after)
  const credential = await credentialById(auth_id ?? '', client)
  const session = await passwordSession(credential.email, given, client)
  const ok = session !== null && session !== 'unconfirmed'
  await loginResult(email, client, ok, ok ? await plannedBrowserHash(c) : null)
  if (ok) return session
  throw refusalFor('credentials_wrong')
}
