import { createRoute, z } from '@hono/zod-openapi'
import bowser from 'bowser'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { identify } from '../../../_shared/auth/identify.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { programName } from '../../../_shared/domain/programs.ts'
import { bearer, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
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

const route = createRoute({
  tags: signInTag,
  security: bearer,
  middleware: [identify] as const,
  method: 'get',
  path: '/auth/sessions',
  summary: 'List where the account is signed in',
  description:
    'Every session that holds, with the browser that it was opened in; the one that asks is marked.',
  operationId: 'listSessions',
  responses: {
    200: jsonAnswer('The sessions.', z.object({ items: z.array(sessionSchema) })),
    ...problems(401),
  },
})

interface Row {
  id: string
  user_agent: string | null
  ip_address: string | null
  created_at: string
  last_seen_at: string
  current: boolean
}

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    my_sessions: Row[]
  }
}

/** GET /auth/sessions */
export function listSessions(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const rows = await rpc(c, 'my_sessions', {})
    return c.json({ items: rows.map(described) }, 200)
  })
}

function described({ user_agent, ...row }: Row) {
  const program = programName(user_agent)
  if (program !== undefined) return { ...row, browser: null, os: null, device: program }
  const { browser, os } = user_agent ? bowser.parse(user_agent) : { browser: {}, os: {} }
  const names = { browser: browser.name ?? null, os: os.name ?? null }
  const device = [names.browser, names.os].filter(Boolean).join(' on ')
  return { ...row, ...names, device: device || 'Unknown device' }
}
