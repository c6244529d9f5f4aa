import { createRoute, z } from '@hono/zod-openapi'
import { browserHash } from '../../../_shared/auth/browser.ts'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { identify } from '../../../_shared/auth/identify.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import {
  type Confirmation,
  confirmMemberEmail,
  requestMemberCode,
} from '../../../_shared/db/service-entering.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { confirmationCode, email } from '../../../_shared/domain/validation.ts'
import { bearer, idParam, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusal, tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { wrongCode } from '../../codes.ts'
import { signInTag } from '../describe.ts'

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    confirm_email: Confirmation
  }
}

const code = confirmationCode.max(20).meta({ example: '042117' })
const address = email.meta({ example: 'ada@example.com' })

const ownRoute = createRoute({
  method: 'post',
  path: '/emails/confirm',
  tags: signInTag,
  summary: 'Confirm an address of the account',
  description:
    'With the code, and the address where several wait; or with the token of the mail’s link. Only as the account that asked for the address.',
  operationId: 'confirmEmail',
  security: bearer,
  middleware: [identify] as const,
  request: {
    body: jsonBody(
      z.union([
        z.object({ confirmation_code: code, email: address.optional() }),
        z.object({ token: z.string().min(1).max(200) }),
      ]),
    ),
  },
  responses: { 204: { description: 'The address is confirmed.' }, ...problems(400, 401, 403, 429) },
})

const memberCodeRoute = createRoute({
  method: 'post',
  path: '/workspaces/{id}/member-emails/code',
  tags: signInTag,
  summary: 'Mail the code of a sign-in once more',
  description: 'The answer is the same whether a sign-in waits for the address or not.',
  operationId: 'requestMemberCode',
  request: { params: idParam('wk'), body: jsonBody(z.object({ email: address })) },
  responses: {
    204: { description: 'If a sign-in waits for it, the code is on its way.' },
    ...problems(400, 429),
  },
})

const memberRoute = createRoute({
  method: 'post',
  path: '/workspaces/{id}/member-emails/confirm',
  tags: signInTag,
  summary: 'Confirm the address of a sign-in',
  description: 'In the browser that signed in: by its cookie. Afterwards the person signs in again.',
  operationId: 'confirmMemberEmail',
  request: {
    params: idParam('wk'),
    body: jsonBody(z.object({ confirmation_code: code, email: address.optional() })),
  },
  responses: { 204: { description: 'The address is confirmed.' }, ...problems(400, 429) },
})

/** POST /emails/confirm */
export function emailConfirm(app: Router): void {
  app.openapi(ownRoute, async (c) => {
    const body = c.req.valid('json')
    signedIn(c)
    const args =
      'token' in body
        ? { p_token: body.token }
        : { p_code: body.confirmation_code, p_email: body.email ?? null }
    check(await rpc(c, 'confirm_email', args))
    return c.body(null, 204)
  })
}

/** POST /workspaces/{id}/member-emails/code */
export function memberCode(app: Router): void {
  app.openapi(memberCodeRoute, async (c) => {
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    const { email: to } = c.req.valid('json')
    const { retry_after } = await requestMemberCode(workspaceId, to, await browserHash(c), c.get('client'))
    if (retry_after > 0) throw tooManyRequests(retry_after)
    return c.body(null, 204)
  })
}

/** POST /workspaces/{id}/member-emails/confirm */
export function memberConfirm(app: Router): void {
  app.openapi(memberRoute, async (c) => {
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    const { email: to, confirmation_code } = c.req.valid('json')
    const hash = await browserHash(c)
    check(await confirmMemberEmail(workspaceId, to ?? null, confirmation_code, hash, c.get('client')))
    return c.body(null, 204)
  })
}

function check({ outcome, retry_after }: Pick<Confirmation, 'outcome' | 'retry_after'>): void {
  if (retry_after > 0) throw tooManyRequests(retry_after)
  if (outcome === 'invalid_code' || outcome === 'spent_code') throw wrongCode(outcome, 'confirmation_code')
  if (outcome === 'invalid_token')
    throw refusal('VALIDATION_ERROR', 'This link has expired or was used before.')
}
