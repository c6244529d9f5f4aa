import { createRoute, z } from '@hono/zod-openapi'
import { bearerOptional, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { requireSite } from '../../../_shared/pages/site.ts'

const messageSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    method: z.string().max(200).optional().meta({ example: 'tools/list' }),
    id: z.union([z.string(), z.number()]).optional().meta({ example: 1 }),
  })
  .meta({ id: 'McpMessage', description: 'One message of JSON-RPC 2.0.' })

const route = createRoute({
  method: 'post',
  path: '/mcp',
  tags: ['Documentation'],
  summary: 'Ask as an agent',
  description:
    'The documentation of the workspace whose host is called, as tools of the Model Context Protocol (streamable HTTP, without ' +
    'sessions): `search`, `read_page`, `list_projects`, `list_branches`, `list_changes`. It shows what the token may see; ' +
    'without one, what is public.',
  operationId: 'askAsAgent',
  security: bearerOptional,
  request: { body: { required: true, content: { 'application/json': { schema: messageSchema } } } },
  responses: {
    200: jsonAnswer('What the tool answers.', messageSchema),
    202: { description: 'A notification was taken.' },
    ...problems(400, 401, 404, 429),
  },
})

/** POST /mcp: one message, never a list of them, so that a request costs what one tool does. */
export function askAsAgent(app: Router): void {
  app.openapi(route, async (c) => {
    await limit(c, 'mcp', 300, 60)
    const site = await requireSite(c)
    // Loaded by whoever asks for it: the other routes start without.
    const { answerMessage } = await import('../../mcp/server.ts')
    return answerMessage({ c, site }, c.req.valid('json'))
  })
}
