import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { identify } from '../../../_shared/auth/identify.ts'
import { keepAgent, knownAgent } from '../../../_shared/db/service-agents.ts'
import { bearer, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { fetchOutgoing, OutgoingError, requireOutside } from '../../../_shared/net/outgoing.ts'
import { signInTag } from '../describe.ts'

const route = createRoute({
  method: 'post',
  path: '/auth/oauth/client',
  tags: signInTag,
  security: bearer,
  middleware: [identify] as const,
  summary: 'Look up an agent',
  description:
    'Whether an agent that asks to be let in is known. One whose id is an address is read there (draft-ietf-oauth-client-id-metadata-document), and kept for an hour.',
  operationId: 'lookUpAgent',
  request: {
    body: jsonBody(
      z.object({
        client_id: z.string().max(500).meta({ example: 'https://agent.example/oauth/client.json' }),
      }),
    ),
  },
  responses: {
    200: jsonAnswer('What is known.', z.object({ is_known: z.boolean() })),
    ...problems(400, 401, 429),
  },
})

/** POST /auth/oauth/client: for the page where a person answers. */
export function readAgentDocument(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const { client_id: id } = c.req.valid('json')
    await limit(c, 'oauth-client', 60, 900)
    const { is_known, is_fresh } = await knownAgent(id)
    if (is_fresh || !isAddress(id)) return c.json({ is_known }, 200)
    const described = await describedAt(id)
    return c.json(
      {
        is_known: described !== null && (await keepAgent(id, described.client_name, described.redirect_uris)),
      },
      200,
    )
  })
}

/** Whether an id is the address of a document: with a path, and written as it is called. */
function isAddress(id: string): boolean {
  if (!/^https?:\/\//.test(id) || !URL.canParse(id)) return false
  const { href, pathname, hash, username, password } = new URL(id)
  return href === id && pathname !== '/' && !hash && !username && !password
}

const mostBytes = 16 * 1024

/** What a client says of itself; it names its own address, and has no secret that it would have to keep from others. */
const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string().max(200).default(''),
  redirect_uris: z.array(z.string().max(500)).min(1).max(50),
  token_endpoint_auth_method: z.literal('none').default('none'),
  client_secret: z.undefined().optional(),
})

/** The document at an address; null where there is none that is in order. No redirect is followed. */
async function describedAt(id: string): Promise<z.output<typeof documentSchema> | null> {
  try {
    requireOutside(id)
    const answer = await fetchOutgoing(id, {
      headers: { accept: 'application/json', 'user-agent': 'Waymark' },
      mostBytes,
    })
    if (answer.status !== 200) return null
    const { data } = documentSchema.safeParse(answer.json())
    return data?.client_id === id ? data : null
  } catch (error) {
    if (error instanceof OutgoingError) return null
    throw error
  }
}
