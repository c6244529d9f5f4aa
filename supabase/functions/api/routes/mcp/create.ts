import { createRoute, z } from '@hono/zod-openapi'
import { anonymous } from '../../../_shared/auth/caller.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { requireSite } from '../../../_shared/pages/site.ts'

const messageSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    method: z.string().max(200).optional().meta({ example: 'tools/list' }),
    id: z.union([z.string(), z.number()]).optional().meta({ example: 1 }),
  })
  .meta({ id: 'McpMessage', description: 'One message of JSON-RPC 2.0.' })

const described = {
  method: 'post' as const,
  tags: ['Documentation'],
  request: { body: { required: true, content: { 'application/json': { schema: messageSchema } } } },
  responses: {
    200: jsonAnswer('What the tool answers.', messageSchema),
    202: { description: 'A notification was taken.' },
    ...problems(400, 401, 404, 429),
  },
}

const route = createRoute({
  ...described,
  path: '/mcp',
  summary: 'Ask as an agent',
  description:
    'The documentation of the workspace whose host is called, as tools of the Model Context Protocol (streamable HTTP, without ' +
    'sessions): `search`, `read_page`, `list_projects`, `list_branches`, `list_changes`, `list_problems`. It shows what the token ' +
    'may see: that of a workspace, or one that a person gave by OAuth. Without one 401 says where to ask for it (RFC 9728).',
  operationId: 'askAsAgent',
  security: bearer,
})

const openRoute = createRoute({
  ...described,
  path: '/mcp/public',
  summary: 'Ask as an agent of nobody',
  description: 'The same tools without a token, over what is public.',
  operationId: 'askAsVisitor',
})

/** POST /mcp: one message, never a list of them, so that a request costs what one tool does. */
export function askAsAgent(app: Router): void {
  app.openapi(route, async (c) => {
    await limit(c, 'mcp', 300, 60)
    if (c.get('caller') === anonymous)
      throw refusal('UNAUTHENTICATED', 'Sign in, or send a token. What is public is at /api/v1/mcp/public.')
    return answered(c, c.req.valid('json'))
  })
}

/** POST /mcp/public: what visitors see, whoever asks. */
export function askAsVisitor(app: Router): void {
  app.openapi(openRoute, async (c) => {
    await limit(c, 'mcp', 300, 60)
    c.set('caller', anonymous)
    return answered(c, c.req.valid('json'))
  })
}

async function answered(c: AppContext, message: unknown): Promise<Response> {
  const site = await requireSite(c)
  // Loaded by whoever asks for it: the other routes start without.
  const { answerMessage } = await import('../../mcp/server.ts')
  return answerMessage({ c, site }, message)
}
