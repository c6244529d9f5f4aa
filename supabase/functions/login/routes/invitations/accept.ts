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
import { acceptInvitation as accept, type FoundInvitation } from '../../../_shared/db/service-entering.ts'
import { password, personName } from '../../../_shared/domain/validation.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearerOptional, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusalFor, tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answerEntry, answerInSession, loginResultSchema } from '../../entering.ts'
import { invitationOf, invitationParams } from '../../invitation-token.ts'
import { setsCookie, signUpTag } from '../describe.ts'

const route = createRoute({
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
    params: invitationParams,
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

/** POST /auth/invitations/{token}/accept */
export function acceptInvitation(app: Router): void {
  app.openapi(route, async (c) => {
    const { password: given, first_name, last_name } = c.req.valid('json')
    const token = c.req.valid('param').token
    const client = c.get('client')
    const found = await invitationOf(c)
    if (given === undefined) {
      const { authId, token: session } = signedIn(c)
      await rpc(c, 'check_session', {})
      const entry = await accept(token, authId, 'session', client)
      return c.json(await answerInSession(c, entry, session), 200)
    }
    // Before a session or a credential is made for what the database refuses.
    if (found.by_provider) throw refusalFor('password_sign_in_off')
    if (found.has_account && found.auth_id) {
      const session = await proven(c, found, given)
      const entry = await accept(token, session.authId, 'password', client)
      return c.json(await answerEntry(c, entry, { method: 'password' }, session), 200)
    }
    const { authId } = await ensureCredential(found.email, client)
    const entry = await accept(token, authId, 'password', client)
    if (!entry.has_password) {
      await permitPassword(authId, { tells: false }, client)
      await setCredentialPassword(authId, given, client)
    }
    const answer = await answerEntry(c, entry, { method: 'code' })
    if (answer.token && first_name && last_name) await nameAccount(answer.token, first_name, last_name)
    return c.json(answer, 200)
  })
}

/** As the new account itself, which has just been made. */
async function nameAccount(token: string, first: string, last: string): Promise<void> {
  const database = clientWith(keyHeaders(config().anonKey, token))
  rowsOf(await database.rpc('update_account', { p_first_name: first, p_last_name: last }))
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
