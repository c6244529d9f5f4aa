// Mock servers: `/mocks/{project}/{branch}/…` answers as the description of the branch says (docs/mock-servers.md).
import { createFunction } from '../_shared/http/serve.ts'
import { identifyReader } from './model/reader.ts'
import { mocksRoutes, openToAll } from './routes.ts'

const app = createFunction(
  'mocks',
  (prepared) => {
    prepared.use(openToAll)
    prepared.use(identifyReader)
  },
  mocksRoutes(),
  // The route reads bodies of every type itself, within one bound.
  /^\/mocks\//,
)

Deno.serve(app.fetch)
