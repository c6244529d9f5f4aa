import { identify, sessionHeader } from '../_shared/auth/identify.ts'
import { openToBearers } from '../_shared/http/cors.ts'
import { createFunction, limitBody } from '../_shared/http/serve.ts'
import { identifyAgent, tellWhereToBeLetIn } from './mcp/agents.ts'
import { apiRoutes } from './routes.ts'

// A list of 5,000 files, pictures, what Git hosts tell of a large push, and pushes and commits as JSON are longer than what people send.
const readByRoutes =
  /^\/api\/(push\/manifest|webhooks\/git\/[^/]+(\/[^/]+)?|graphql|projects\/[^/]+\/branches\/[^/]+\/(commits|images(-batch)?)|workspaces\/[^/]+\/pictures|scim\/v2\/.*)$/

const app = createFunction(
  'api',
  (prepared) => {
    prepared.use(openToBearers)
    // 512 KB are 683 in Base64.
    prepared.use('/api/workspaces/:id/pictures', limitBody(700))
    prepared.use('/api/mcp', tellWhereToBeLetIn)
    prepared.use('/api/mcp', identifyAgent)
    // Git hosts prove themselves by signatures; what some send as Authorization is no token of ours.
    // SCIM's tokens are the database's alone to judge, and its refusals have a form of their own.
    // NEXT's own token is the Authorization of its list; the session stands beside it.
    prepared.use((c, next) =>
      /^\/api\/((webhooks\/git|scim\/v2)\/|mcp\/?$)/.test(c.req.path)
        ? next()
        : identify(c, next, c.req.path.startsWith('/api/legacy-migration/') ? sessionHeader : undefined),
    )
  },
  apiRoutes(),
  readByRoutes,
)

Deno.serve(app.fetch)
