import { createRoute, z } from '@hono/zod-openapi'
import bowser from 'bowser'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { identify } from '../../../_shared/auth/identify.ts'
import { asCaller, rowsOf } from '../../../_shared/db/rest.ts'
import { bearer, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { signInTag } from '../describe.ts'

const sessionSchema = z
  .object({
    id: z.uuid(),
    device: z.string().meta({ description: 'In a person’s words.', example: 'Firefox on Windows' }),
    browser: z.string().nullable(),
    os: z.string().nullable(),
    ip_address: z.string().nullable(),
    created_at: timestamp,
    last_seen_at: timestamp,
    current: z.boolean(),
  })
  .meta({ id: 'Session' })

const listRoute = createRoute({
  tags: signInTag,
  security: bearer,
  middleware: [identify] as const,
  method: 'get',
  path: '/auth/sessions',
  summary: 'List where the account is signed in',
  operationId: 'listSessions',
  responses: {
    200: jsonAnswer('The sessions.', z.object({ items: z.array(sessionSchema) })),
    ...problems(401),
  },
})

const endRoute = createRoute({
  tags: signInTag,
  security: bearer,
  middleware: [identify] as const,
  method: 'delete',
  path: '/auth/sessions/{sessionId}',
  summary: 'Sign out one session',
  operationId: 'endSession',
  request: { params: z.object({ sessionId: z.uuid() }) },
  responses: { 204: { description: 'The session has ended.' }, ...problems(400, 401, 404) },
})

const endOthersRoute = createRoute({
  tags: signInTag,
  security: bearer,
  middleware: [identify] as const,
  method: 'delete',
  path: '/auth/sessions',
  summary: 'Sign out all other sessions',
  operationId: 'endOtherSessions',
  request: { query: z.object({ others: z.literal('true') }) },
  responses: { 204: { description: 'The other sessions have ended.' }, ...problems(400, 401) },
})

interface Row {
  id: string
  user_agent: string | null
  ip_address: string | null
  created_at: string
  last_seen_at: string
  current: boolean
}

/** GET /auth/sessions */
export function sessions(app: Router): void {
  app.openapi(listRoute, async (c) => {
    signedIn(c)
    const rows = rowsOf<Row[]>(await asCaller(c).rpc('my_sessions'))
    return c.json({ items: rows.map(described) }, 200)
  })
}

/** DELETE /auth/sessions/{sessionId} */
export function sessionEnd(app: Router): void {
  app.openapi(endRoute, async (c) => {
    signedIn(c)
    rowsOf(await asCaller(c).rpc('revoke_session', { p_id: c.req.valid('param').sessionId }))
    return c.body(null, 204)
  })
}

/** DELETE /auth/sessions?others=true */
export function sessionsEndOthers(app: Router): void {
  app.openapi(endOthersRoute, async (c) => {
    signedIn(c)
    if (c.req.valid('query').others !== 'true') throw refusal('VALIDATION_ERROR', 'Say others=true.')
    rowsOf(await asCaller(c).rpc('revoke_other_sessions'))
    return c.body(null, 204)
  })
}

function described({ user_agent, ...row }: Row) {
  const { browser, os } = user_agent ? bowser.parse(user_agent) : { browser: {}, os: {} }
  const names = { browser: browser.name ?? null, os: os.name ?? null }
  const device = [names.browser, names.os].filter(Boolean).join(' on ')
  return { ...row, ...names, device: device || 'Unknown device' }
}
