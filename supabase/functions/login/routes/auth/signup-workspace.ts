import { createRoute, z } from '@hono/zod-openapi'
import { browserHash } from '../../../_shared/auth/browser.ts'
import { ensureCredential } from '../../../_shared/auth/credentials.ts'
import { endSession, provenSession } from '../../../_shared/auth/sessions.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { checkCode, type NewWorkspace, signupWorkspace } from '../../../_shared/db/service.ts'
import { encodeId } from '../../../_shared/domain/ids.ts'
import { companyName, confirmationCode, email, workspaceSlug } from '../../../_shared/domain/validation.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { fieldRefusal, refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { wrongCode } from '../../codes.ts'
import { giveSession } from '../../entering.ts'
import { setsCookie, signUpTag, tokenSchema } from '../describe.ts'

const bodySchema = z
  .object({
    email: email.meta({ example: 'ada@example.com' }),
    code: confirmationCode.max(20).meta({ description: 'The code from the mail.', example: '042117' }),
    slug: workspaceSlug.meta({
      description: 'Sub-domain of the new workspace.',
      example: 'analytical-engines',
    }),
    name: companyName
      .optional()
      .meta({ description: 'Company name; the slug when absent.', example: 'Analytical Engines' }),
  })
  .meta({ id: 'SignupWorkspace' })

const answerSchema = tokenSchema
  .extend({
    workspace: z.object({
      id: idSchema('wk'),
      slug: z.string().meta({ example: 'analytical-engines' }),
      name: z.string().meta({ example: 'Analytical Engines' }),
    }),
    is_account_info_collected: z
      .boolean()
      .meta({ description: 'Whether names and survey are known already.' }),
  })
  .meta({ id: 'SignupResult', description: 'The new workspace, and a session of its owner.' })

const route = createRoute({
  method: 'post',
  path: '/auth/signup/workspace',
  tags: signUpTag,
  summary: 'Create a workspace with a confirmed address',
  description:
    'Uses the code up, in the browser that asked for it, and creates account, workspace and membership in one transaction. ' +
    'When the slug was taken meanwhile (409, field `slug`) the code stays usable.',
  operationId: 'signupWorkspace',
  request: { body: jsonBody(bodySchema) },
  responses: {
    201: {
      ...jsonAnswer('The workspace is there and its owner is signed in.', answerSchema),
      headers: setsCookie,
    },
    ...problems(400, 409, 429),
  },
})

/** POST /auth/signup/workspace */
export function signupWorkspaceRoute(app: Router): void {
  app.openapi(route, async (c) => {
    const body = c.req.valid('json')
    await limit(c, 'signup', 300, 900)
    const verdict = await checkCode('signup', body.email, body.code, await browserHash(c), c.get('client'))
    if (verdict !== 'ok') throw wrongCode(verdict === 'wrong' ? 'invalid_code' : 'spent_code')
    await requireFreeSlug(c, body.slug)
    const { session, made } = await signUp(c, body)
    await giveSession(c, session, { method: 'code' })
    return c.json(
      {
        token: session.accessToken,
        expires_at: session.expiresAt,
        workspace: { ...made.workspace, id: encodeId('wk', made.workspace.id) },
        is_account_info_collected: made.is_account_info_collected,
      },
      201,
    )
  })
}

// The session comes first: once the code is used up nothing may fail any more. If the workspace cannot be
// made the session ends again, and what stays is a credential without password or account.
async function signUp(c: AppContext, body: z.infer<typeof bodySchema>) {
  const client = c.get('client')
  const { authId, email } = await ensureCredential(body.email, client)
  const session = await provenSession(email, client)
  try {
    const { email, code, slug, name = '' } = body
    const browser = await browserHash(c)
    const made: NewWorkspace = await signupWorkspace({ authId, email, code, slug, name, client, browser })
    return { session, made }
  } catch (error) {
    await endSession(session.accessToken, client)
    throw error
  }
}

async function requireFreeSlug(c: AppContext, slug: string): Promise<void> {
  const { reason } = await rpc(c, 'slug_available', { p_slug: slug })
  if (reason === 'invalid') {
    throw refusalFor('slug_invalid')
  }
  if (reason === 'reserved') {
    throw fieldRefusal(
      'slug',
      'This workspace name is reserved, or not allowed. Please choose a different one.',
    )
  }
  if (reason === 'taken') {
    throw refusalFor('slug_taken', { slug })
  }
}
